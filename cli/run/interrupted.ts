const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Resolves at the first Ctrl-C, or when the process is asked to end or its terminal is closed; nobody listens afterwards. */
export function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      for (const signal of SIGNALS) process.off(signal, end)
      resolve()
    }
    for (const signal of SIGNALS) process.on(signal, end)
  })
}
