import { expect, test } from 'vitest'
import { runInProcess } from '../kit/conduct.ts'
import type { TargetFile } from '../kit/target/file.ts'
import { resolveReferences } from '../kit/target/references.ts'
import { resolveTarget } from '../kit/target/target.ts'
import { startPaymentService } from '../reference/payment/index.ts'
import { consoleReport } from '../reporters/console.ts'
import { paintFor } from '../reporters/paint.ts'
import { paymentChecks } from '../suites/payment/index.ts'

const CANARY = { firstname: 'Canaryfirst', lastname: 'Canarylast', email: 'canary.mail@example.com' }

test('keys, secrets, phones and names appear in no artefact, also where the target fails', {
  timeout: 120_000,
}, async () => {
  const service = await startPaymentService({ timeScale: 60, flaw: 'replay-201' })
  try {
    const file = service.targetFile() as TargetFile
    const { payment } = file
    if (payment?.bodies?.mobile === undefined) throw new Error('the reference names no mobile body')
    payment.bodies.mobile.customer = CANARY
    const { secrets } = resolveReferences(file, {})
    const report = await runInProcess({ target: resolveTarget(file, { secrets }), checks: paymentChecks, seed: 1 })
    const artefacts = [
      JSON.stringify(report),
      consoleReport(report, { paint: paintFor(process.stdout, { NO_COLOR: '1' }), verbose: true }),
    ]
    const phones = Object.values(payment.outcomes ?? {}).map((recipe) => recipe?.with?.phone)
    const planted = [
      ...Object.values(payment.keys ?? {}).flat(),
      payment.signingKey,
      ...Object.values(CANARY),
      ...phones,
      payment.bodies.mobile.phone,
    ].filter((each) => typeof each === 'string')
    expect(planted.length).toBeGreaterThan(20)
    expect(report.exchanges.length).toBeGreaterThan(100)
    for (const artefact of artefacts) expect(planted.filter((each) => artefact.includes(each))).toEqual([])
  } finally {
    await service.close()
  }
})
