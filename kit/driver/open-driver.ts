import type { Driven } from '../target/section.ts'
import { CallDriver } from './call-driver.ts'
import { CommandDriver } from './command-driver.ts'
import type { Driver } from './driver.ts'

/** At the same time: scenarios wait more than they work. */
const PROCESSES = 8

/**
 * What reaches a client as the target file says; undefined where it says nothing.
 * @param folder of the target file, where commands run
 */
export function openDriver(settings: Driven, folder: string | undefined): Driver | undefined {
  const { run, call, once = false, processes = PROCESSES } = settings
  if (run !== undefined) return new CommandDriver({ command: run, folder, once, processes })
  return call === undefined ? undefined : new CallDriver(call.url, call.headers)
}
