import { loaded, suitesOf } from '../../cli/assembly.ts'
import { own } from '../../cli/own/own.ts'
import { startCallers } from '../../cli/own/sandbox/callers.ts'
import { startSandbox } from '../../cli/own/sandbox/sandbox.ts'
import { sections } from '../../cli/own/services.ts'
import { type ReplayLog, replayLogOf } from '../../kit/certificate/replay/replay-log.ts'
import { reportOf } from '../../kit/report/of-run.ts'
import type { Report } from '../../kit/report/report.ts'
import { startRun } from '../../kit/run/lifecycle.ts'
import { resolveReferences } from '../../kit/target/file/references.ts'
import { inVirtualTime } from '../../kit/virtual/virtual-time.ts'
import { startCapture } from '../../kit/webhooks/listener/server.ts'
import { targetOf } from '../targets.ts'

export interface Certified {
  readonly report: Report
  readonly log: ReplayLog
  /** Of its target file, none of which it may hold. */
  readonly secrets: readonly string[]
}

/**
 * What a certification of the references came to, as it comes out of a file.
 * @param lateMs how late every answer to a webhook is said to have been written
 * @param parties what is judged: both services or one of them, or their receivers and clients as well
 */
export function certified({
  lateMs,
  parties = 'all',
  ...seeded
}: {
  readonly flaw?: string
  readonly variants?: string[]
  readonly lateMs?: number
  readonly parties?: 'services' | 'payment' | 'messaging' | 'all'
} = {}): Promise<Certified> {
  return inVirtualTime(async () => {
    const sandbox = await startSandbox({ timeScale: 1, ...seeded })
    const callers = await startCallers(1)
    const capture = await startCapture({})
    if (lateMs !== undefined) capture.answeredLate.get = () => lateMs
    try {
      const { paymentReceiver: _, messagingReceiver: __, ...ofServices } = sandbox.file
      const { payment, messaging, ...bareFile } = ofServices
      const files = {
        all: { ...sandbox.file, ...callers.file },
        services: ofServices,
        payment: { ...bareFile, payment },
        messaging: { ...bareFile, messaging },
      }
      const file = files[parties]
      const target = targetOf(file, resolveReferences(file, {}, sections).secrets)
      const { services, checks } = await loaded(suitesOf(own, target))
      const bare = { ...target, allow: { ...target.allow, generated: 0 } }
      const handle = await startRun({ target: bare, services, checks, seed: 7, certify: true, capture })
      const finished = await handle.complete()
      const { run, record } = finished
      const { secrets } = target
      const made = { report: await reportOf(finished, 'assay'), log: replayLogOf(run, record), secrets }
      return JSON.parse(JSON.stringify(made)) as Certified
    } finally {
      await capture.close()
      await Promise.all([sandbox.close(), callers.close()])
    }
  })
}
