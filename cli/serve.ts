import { writeFile } from 'node:fs/promises'
import { stringify } from 'yaml'
import type { TargetFile } from '../kit/target/file.ts'
import { paymentFlaws, paymentVariants, startPaymentService } from '../reference/payment/index.ts'
import { nearestOf } from './nearest-ids.ts'
import { UsageError } from './usage-error.ts'

export interface ServeFlags {
  readonly port?: number
  readonly paymentPort?: number
  readonly timeScale: number
  readonly variant?: readonly string[]
  readonly flaw?: string
  readonly write: string
  readonly list?: boolean
}

/** Runs the reference until it is interrupted. */
export async function serve(flags: ServeFlags): Promise<number> {
  if (flags.list === true) {
    process.stdout.write(catalogueOf('Variants', paymentVariants) + catalogueOf('Flaws', paymentFlaws))
    return 0
  }
  const { timeScale, variant = [], flaw, write } = flags
  for (const name of variant) assertKnown('--variant', name, paymentVariants)
  if (flaw !== undefined) assertKnown('--flaw', flaw, paymentFlaws)
  const port = flags.paymentPort ?? flags.port ?? 0
  const service = await startPaymentService({
    port,
    timeScale,
    variants: variant,
    ...(flaw === undefined ? {} : { flaw }),
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE' && error.code !== 'EACCES') throw error
    const reason = error.code === 'EACCES' ? 'is not permitted' : 'is taken'
    throw new UsageError(`port ${port} ${reason}; name another with --payment-port, or 0 for a free one`)
  })
  try {
    const file = service.targetFile() as unknown as TargetFile
    await writeFile(
      write,
      `# The reference service of assay. For: assay run --config ${write}\n${stringify(file, { aliasDuplicateObjects: false })}`,
    ).catch((error: NodeJS.ErrnoException) => {
      throw new UsageError(`--write ${write}: cannot be written (${error.code}); name a file in a folder that exists`)
    })
    process.stdout.write(`${welcome(service, file, flags).join('\n')}\n`)
    await interrupted()
  } finally {
    await service.close()
  }
  return 0
}

function welcome(
  { url, controlUrl }: { url: string; controlUrl: string },
  file: TargetFile,
  { timeScale, variant = [], flaw, write }: ServeFlags,
): string[] {
  const keys = Object.entries(file.payment?.keys ?? {}).flatMap(([name, value]) =>
    (typeof value === 'string' ? [value] : value).map((key) => row(name, key)),
  )
  const recipes = Object.entries(file.payment?.outcomes ?? {}).map(([name, { with: values, call }]) =>
    row(
      name,
      values === undefined
        ? `${call?.method ?? 'GET'} ${call?.url ?? ''} ${bodyOf(call?.json)}`
        : JSON.stringify(values),
    ),
  )
  return [
    `payment  ${url}   clocks ${timeScale} times as fast`,
    `control  ${controlUrl}`,
    ...(variant.length === 0 ? [] : [`variants ${variant.join(', ')}`]),
    ...(flaw === undefined ? [] : [`flaw     ${flaw}`]),
    '',
    'Keys',
    ...keys,
    ...(file.payment?.signingKey === undefined ? [] : [row('signing key', file.payment.signingKey)]),
    '',
    'What brings an outcome about',
    ...recipes,
    '',
    `Target file: ${write}   (assay run --config ${write})`,
    'Ctrl-C ends it; nothing is kept.',
  ]
}

const row = (name: string, value: string): string => `  ${name.padEnd(22)}${value}`

const bodyOf = (json: unknown): string => (json === undefined ? '' : JSON.stringify(json))

function catalogueOf(title: string, entries: Readonly<Record<string, { readonly title: string }>>): string {
  const lines = Object.entries(entries).map(([name, { title }]) => `  ${name.padEnd(40)}${title}`)
  return `${title}\n${lines.join('\n')}\n`
}

function assertKnown(flag: string, name: string, entries: Readonly<Record<string, unknown>>): void {
  if (Object.hasOwn(entries, name)) return
  const near = nearestOf(name, Object.keys(entries))
  const hint = near.length === 0 ? '' : `did you mean ${near.join(', ')}? `
  throw new UsageError(`${flag} ${name}: unknown; ${hint}assay serve --list shows them`)
}

function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGINT', () => resolve())
    process.once('SIGTERM', () => resolve())
  })
}
