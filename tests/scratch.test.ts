import { test } from 'vitest'
import { startCapture } from '../kit/capture/server.ts'
import { Run, verdicts } from '../kit/run.ts'
import type { TargetFile } from '../kit/target/file.ts'
import { resolveTarget } from '../kit/target/target.ts'
import { startMessagingService } from '../reference/messaging/index.ts'
import { startPaymentService } from '../reference/payment/index.ts'
import * as all from '../suites/generated/payment/index.ts'
import { generatedPaymentChecks } from '../suites/generated/payment/index.ts'
import { paymentChecks } from '../suites/payment/index.ts'

test('scratch', { timeout: 300_000 }, async () => {
  const flaw = process.env.FLAW
  const service = await startPaymentService({ timeScale: 60, ...(flaw ? { flaw } : {}) })
  const capture = await startCapture({})
  const only = process.env.ONLY
  const checks = [
    ...generatedPaymentChecks.filter((c) => !only || c.id.includes(only)),
    ...paymentChecks.filter(({ phase }) => phase === 'after'),
  ]
  const t0 = Date.now()
  const run = new Run({
    target: resolveTarget({ ...(service.targetFile() as TargetFile) }, { secrets: [] }),
    seed: Number(process.env.SEED ?? 7),
    depth: (process.env.DEPTH ?? 'deep') as 'deep',
    capture,
    checks,
  })
  let after = 0
  for (const phase of ['generated', 'after'] as const) {
    if (phase === 'after') after = Date.now()
    if (phase === 'generated') await Promise.all(checks.filter((c) => c.phase === phase).map((c) => run.execute(c)))
    else for (const c of checks.filter((c) => c.phase === phase)) await run.execute(c)
  }
  console.log(
    'generated s',
    (after - t0) / 1000,
    'rules s',
    (Date.now() - after) / 1000,
    JSON.stringify(run.session.wire.ledger.totals()),
    'deliveries',
    run.session.wire.store.deliveries.length,
    'cpu',
    process.cpuUsage().user / 1e6,
  )
  for (const { check, verdict, startedAt, endedAt } of run.results)
    if (check.phase === 'generated' || endedAt - startedAt > 700) console.log(check.id, verdict, endedAt - startedAt)
  for (const v of verdicts(run.session.judgements, ['payment']))
    for (const j of v.judgements)
      if (!['pass', 'unexercised', 'noted'].includes(j.verdict))
        console.log(
          j.verdict,
          v.id,
          '|',
          j.subject,
          '| expected',
          j.expected,
          '| got',
          j.actual,
          '|',
          j.reason,
          j.evidence.length,
          j.check,
        )
  if (process.env.OBS) for (const o of run.session.observations) console.log(o.id, o.value.slice(0, 160))
  await run.close()
  await capture.close()
  await service.close()
})
void all, startMessagingService
