import { afterAll, aroundEach, describe, expect, test } from 'vitest'
import type { OwnTargetFile } from '../../cli/own/services.ts'
import type { Check } from '../../kit/check/check.ts'
import { judgeTarget } from '../../kit/report/of-run.ts'
import type { Report } from '../../kit/report/report.ts'
import { linesIn } from '../../kit/target/lines.ts'
import { pathFrom, valueAt } from '../../kit/target/path.ts'
import { expandDotted } from '../../kit/target/file/dotted.ts'
import { inVirtualTime } from '../../kit/virtual/virtual-time.ts'
import { startMessagingService } from '../../reference/messaging/index.ts'
import { startPaymentService } from '../../reference/payment/index.ts'
import { messagingChecks } from '../../suites/messaging/index.ts'
import { paymentChecks } from '../../suites/payment/index.ts'
import { fileOf, judgedBy, targetOf } from '../targets.ts'

aroundEach(inVirtualTime)
const open: { close(): unknown }[] = []
afterAll(() => Promise.all(open.map((each) => each.close())))

test.each(['payment', 'messaging'] as const)('gain %s', { timeout: 120_000 }, async (id) => {
  const s = await (id === 'payment' ? startPaymentService({ timeScale: 60 }) : startMessagingService({ timeScale: 60 }))
  open.push(s)
  const full = fileOf(s) as any
  const checks = id === 'payment' ? paymentChecks : messagingChecks
  let file: any = { timeScale: 60, [id]: { baseUrl: full[id].baseUrl } }
  let predicted = 0, promised: readonly string[] = []
  for (let i = 0; i < 60; i++) {
    const report = await judgeTarget({ ...judgedBy(targetOf(file)), checks, seed: 1, depth: 'standard' })
    const ex = report.requirements.filter((x) => x.verdict !== 'unexercised').length
    const step = report.nextSteps?.find((x) => x.lines.flatMap((l) => linesIn(l)).every((l) => valueAt(full, pathFrom(l.key)) !== undefined))
    if (!step) console.log('predicted', JSON.stringify(report.nextSteps, null, 1))
    console.log(ex, 'predicted', predicted, '| steps', report.nextSteps?.length, '| next', step?.requirements.length, step?.lines.map((l) => l.split(':')[0]).join(' + '))
    if (predicted !== ex) console.log('   missing', predicted - ex, promised.filter((p) => report.requirements.find((r) => r.id === p)?.verdict === 'unexercised').map((p)=>{const r=report.requirements.find((r) => r.id === p)!;return p+' '+r.why+' '+r.reason+' '+(r.line??'').slice(0,60)}).slice(0,6).join('\n      missing '))
    if (!step) break
    promised = step.requirements
    predicted = ex + step.requirements.length
    const add: any = {}
    for (const l of step.lines.flatMap((l) => linesIn(l))) add[l.key] = valueAt(full, pathFrom(l.key)) ?? l.value
    file = expandDotted('x', { ...file, ...add })
  }
})
