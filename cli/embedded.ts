import type { TargetFile } from '../kit/target/file.ts'

/** How much faster than the documents the clocks of the embedded reference run. */
export const EMBEDDED_TIME_SCALE = 60

export interface Embedded {
  readonly file: TargetFile
  close(): Promise<void>
}

/** Starts the reference in this process, for runs that name no target. */
export async function startEmbedded(): Promise<Embedded> {
  const { startPaymentService } = await import('../reference/payment/index.ts')
  const payment = await startPaymentService({ timeScale: EMBEDDED_TIME_SCALE })
  return { file: payment.targetFile() as unknown as TargetFile, close: () => payment.close() }
}
