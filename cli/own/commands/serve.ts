import { writeFile } from 'node:fs/promises'
import { stringify } from 'yaml'
import { nearestOf } from '../../../kit/plan/nearest-ids.ts'
import { interrupted } from '../../run/interrupted.ts'
import { UsageError } from '../../usage-error.ts'
import { flaws, type Sandbox, startSandbox, variants } from '../sandbox/sandbox.ts'

export interface ServeFlags {
  readonly paymentPort?: number
  readonly messagingPort?: number
  readonly timeScale: number
  readonly variant?: readonly string[]
  readonly flaw?: string
  readonly write: string
  readonly list?: boolean
}

/** Runs the reference until it is interrupted. */
export async function serve(flags: ServeFlags): Promise<number> {
  if (flags.list === true) {
    process.stdout.write(catalogueOf('Variants', variants) + catalogueOf('Flaws', flaws))
    return 0
  }
  const { timeScale, variant = [], flaw, write, paymentPort, messagingPort } = flags
  for (const name of variant) assertKnown('--variant', name, variants)
  if (flaw !== undefined) assertKnown('--flaw', flaw, flaws)
  const sandbox = await startSandbox({
    timeScale,
    variants: variant,
    ...(flaw === undefined ? {} : { flaw }),
    ...(paymentPort === undefined ? {} : { paymentPort }),
    ...(messagingPort === undefined ? {} : { messagingPort }),
  }).catch((error: NodeJS.ErrnoException & { port?: number }) => {
    if (error.code !== 'EADDRINUSE' && error.code !== 'EACCES') throw error
    const reason = error.code === 'EACCES' ? 'is not permitted' : 'is taken'
    throw new UsageError(
      `port ${error.port ?? ''} ${reason}; name another with --payment-port or --messaging-port, or 0 for a free one`,
    )
  })
  try {
    await writeFile(
      write,
      `# The reference services of assay. For: assay run --config ${write}\n${stringify(sandbox.file, { aliasDuplicateObjects: false })}`,
    ).catch((error: NodeJS.ErrnoException) => {
      throw new UsageError(`--write ${write}: cannot be written (${error.code}); name a file in a folder that exists`)
    })
    process.stdout.write(`${welcome(sandbox, flags).join('\n')}\n`)
    await interrupted()
  } finally {
    await sandbox.close()
  }
  return 0
}

function welcome(
  { file, payment, messaging, receivers }: Sandbox,
  { timeScale, variant = [], flaw, write }: ServeFlags,
): string[] {
  const keysOf = (keys: object): string[] =>
    Object.entries(keys as Record<string, string | string[]>).flatMap(([name, value]) =>
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
  const { bearer, appKey, smsWebhook, fixtures } = file.messaging ?? {}
  const said = (name: string, value: string | undefined): string[] => (value === undefined ? [] : [row(name, value)])
  return [
    `payment    ${payment.url}   control ${payment.controlUrl}`,
    `messaging  ${messaging.url}   control ${messaging.controlUrl}`,
    `receivers  ${receivers.map(({ url }) => `${url}/webhooks`).join('   ')}   what they made of events at /effects/{id}`,
    `clocks     ${timeScale} times as fast`,
    ...(variant.length === 0 ? [] : [`variants   ${variant.join(', ')}`]),
    ...(flaw === undefined ? [] : [`flaw       ${flaw}`]),
    '',
    'Payment keys',
    ...keysOf(file.payment?.keys ?? {}),
    ...said('signing key', file.payment?.signingKey),
    '',
    'What brings an outcome about',
    ...recipes,
    '',
    'Messaging keys',
    ...keysOf(file.messaging?.keys ?? {}),
    ...said('bearer token', bearer),
    ...said('app key', appKey),
    ...said('webhook secret', smsWebhook?.secret),
    '',
    'What becomes of a message',
    ...Object.entries(fixtures?.phones ?? {}).map(([name, phone]) => row(name, phone)),
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
