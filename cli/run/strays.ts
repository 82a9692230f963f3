/** Node ends a process that waits for nothing it knows of: a check that never ends must not take the report along. */
const FOREVER_MS = 2 ** 30

/**
 * Takes in, until `dispose`, the errors that nobody awaited: each is a fault of the suite that its report tells, rather
 * than the end of the process. Meanwhile the process stays.
 */
export function takeStrays(): { readonly errors: readonly string[]; dispose(): void } {
  const errors: string[] = []
  const onStray = (error: unknown): void => {
    errors.push(error instanceof Error ? error.message : String(error))
  }
  process.on('uncaughtException', onStray)
  process.on('unhandledRejection', onStray)
  const alive = setInterval(() => undefined, FOREVER_MS)
  return {
    errors,
    dispose: () => {
      clearInterval(alive)
      process.off('uncaughtException', onStray)
      process.off('unhandledRejection', onStray)
    },
  }
}
