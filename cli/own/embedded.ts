import type { Embedded } from '../assembly.ts'

/** How much faster than the documents the clocks of the embedded reference run. */
const EMBEDDED_TIME_SCALE = 90

/** The same of the embedded clients: their pauses are told apart in milliseconds of a real clock. */
const CALLER_TIME_SCALE = 20

/** Its SMS callbacks are retried after seconds instead of half minutes: the run waits until their attempts end. */
const EMBEDDED_VARIANTS = ['quick-retries']

/** Starts both references in this process, services and clients, for runs that name no target. */
export async function startEmbedded(): Promise<Embedded> {
  const [{ startSandbox }, { startCallers }] = await Promise.all([
    import('./sandbox/sandbox.ts'),
    import('./sandbox/callers.ts'),
  ])
  const sandbox = await startSandbox({ timeScale: EMBEDDED_TIME_SCALE, variants: EMBEDDED_VARIANTS })
  return together(sandbox, await startCallers(CALLER_TIME_SCALE))
}

/** Starts both references at the clocks of their documents, with a seeded flaw where one is named. */
export async function startReference(flaw?: string): Promise<Embedded> {
  const [{ startSandbox }, { startCallers }] = await Promise.all([
    import('./sandbox/sandbox.ts'),
    import('./sandbox/callers.ts'),
  ])
  const sandbox = await startSandbox({ timeScale: 1, ...(flaw === undefined ? {} : { flaw }) })
  return together(sandbox, await startCallers(1, flaw))
}

/** Services and clients as one. */
const together = (sandbox: Embedded, callers: Embedded): Embedded => ({
  file: { ...sandbox.file, ...callers.file },
  close: async () => {
    await Promise.all([sandbox.close(), callers.close()])
  },
})
