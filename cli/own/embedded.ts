import type { Embedded, ReferenceWanted } from '../assembly.ts'
import { sections } from './services.ts'

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
  const callers = await startCallers(CALLER_TIME_SCALE)
  return {
    file: { ...sandbox.file, ...callers.file },
    close: async () => {
      await Promise.all([sandbox.close(), callers.close()])
    },
  }
}

/** Starts the reference of a service, or the clients, at the clocks of their document. */
export async function startReference({ service, flaw }: ReferenceWanted): Promise<Embedded> {
  if (sections.find(({ id }) => id === service)?.reached === 'served') {
    const { startCallers } = await import('./sandbox/callers.ts')
    return startCallers(1, flaw)
  }
  const { startSandbox } = await import('./sandbox/sandbox.ts')
  return startSandbox({ timeScale: 1, ...(flaw === undefined ? {} : { flaw }) })
}
