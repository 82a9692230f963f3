import { afterAll, inject } from 'vitest'
import { defineSuite } from '../../kit/adapters/vitest.ts'
import { CaptureUnavailable, type Conduct, conduct } from '../../kit/run/lifecycle.ts'
import { servicesOf } from '../../kit/target/services.ts'
import { sendPulses } from './pulse.ts'
import { personBehind } from './questions.ts'
import { heedStop } from './stop.ts'
import { GRACE_MS, type SuiteTask, writeEnding } from './suite-task.ts'
import { checksOf } from './suites.ts'

// The test file of `assay run`: vitest collects it in a worker, and the command waits for what it writes.
const task = inject('assay')
const stop = heedStop(task.channel)
const terminal = task.hasPerson ? personBehind(task.channel) : undefined
const conducted = await begin(task)
const still = task.isWatched
  ? sendPulses(task.channel, () => ({ queues: conducted.run.session.wire.pacer.queues() }))
  : () => undefined
let settled: Promise<void> | undefined
const settle = (): Promise<void> => {
  settled ??= conducted
    .finish()
    .then((report) =>
      writeEnding(task.endingPath, { kind: 'report', report, ...(task.certify && { tracks: conducted.tracks() }) }),
    )
  return settled
}

stop.signal.addEventListener('abort', () => setTimeout(settle, GRACE_MS).unref())
defineSuite(conducted.run, conducted.record)

afterAll(async () => {
  stop.close()
  terminal?.close()
  still()
  await settle()
}, 0)

async function begin({
  channel: _,
  hasPerson: __,
  isWatched: ___,
  endingPath,
  ...options
}: SuiteTask): Promise<Conduct> {
  try {
    const checks = await checksOf(servicesOf(options.target))
    const person = terminal === undefined ? {} : { person: terminal.person }
    return await conduct({ ...options, checks, signal: stop.signal, ...person })
  } catch (error) {
    const { message, stack } = error instanceof Error ? error : new Error(String(error))
    const kind = error instanceof CaptureUnavailable ? 'usage' : 'fault'
    await writeEnding(endingPath, { kind, message, ...(stack === undefined ? {} : { stack }) })
    throw error
  }
}
