import type { TargetFile } from '../kit/target/file.ts'

/** How much faster than the documents the clocks of the embedded reference run. */
export const EMBEDDED_TIME_SCALE = 120

export interface Embedded {
  readonly file: TargetFile
  close(): Promise<void>
}

/** Starts the reference in this process, for runs that name no target. */
export async function startEmbedded(): Promise<Embedded> {
  const { startSandbox } = await import('./sandbox.ts')
  return startSandbox({ timeScale: EMBEDDED_TIME_SCALE })
}
