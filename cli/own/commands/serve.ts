import { writeFile } from 'node:fs/promises'
import { stringify } from 'yaml'
import { nearestOf } from '../../../kit/plan/nearest-ids.ts'
import { catalogue } from '../../../specs/index.ts'
import { interrupted } from '../../run/interrupted.ts'
import { UsageError } from '../../usage-error.ts'
import { givenKeys } from '../sandbox/given-keys.ts'
import { ofReceivers } from '../sandbox/receivers.ts'
import {
  flaws,
  flawsInTurn,
  flawsOf,
  rareFlaws,
  type Sandbox,
  startSandbox,
  variants,
  variantsOf,
  warnedOf,
} from '../sandbox/sandbox.ts'

export interface ServeFlags {
  readonly host?: string
  readonly publicHost?: string
  readonly paymentPort?: number
  readonly paymentControlPort?: number
  readonly messagingPort?: number
  readonly messagingControlPort?: number
  readonly paymentReceiverPort?: number
  readonly messagingReceiverPort?: number
  readonly seed?: number
  readonly key?: readonly string[]
  readonly timeScale: number
  readonly variant?: readonly string[]
  readonly flaw?: string
  readonly write: string
  /** In the target file. */
  readonly name: string
  /** Words that what is listed has to have; all of it where there are none. */
  readonly list?: true | readonly string[]
}

/**
 * Runs the reference until it is interrupted.
 * @param command as people type it
 */
export async function serve(flags: ServeFlags, command: string): Promise<number> {
  if (flags.list !== undefined) {
    process.stdout.write(catalogueWith(flags.list === true ? [] : flags.list))
    return 0
  }
  const { list: _, write, name, variant = [], key = [], ...place } = flags
  const { flaw } = place
  for (const each of variant) assertKnown('--variant', each, variants)
  if (flaw !== undefined) assertKnown('--flaw', flaw, flaws)
  const keys = givenKeys(key, '--key')
  // Whoever reads that it is ready may end it at once.
  const end = interrupted()
  const sandbox = await startSandbox({ ...place, variants: variant, keys }).catch((error: ListenError) => {
    throw cannotListen(error, place) ?? error
  })
  try {
    await writeFile(
      write,
      `# The reference services of assay. For: ${command} run --config ${write}\n${stringify({ ...sandbox.file, name }, { aliasDuplicateObjects: false })}`,
    ).catch((error: NodeJS.ErrnoException) => {
      throw new UsageError(`--write ${write}: cannot be written (${error.code}); name a file in a folder that exists`)
    })
    process.stdout.write(`${welcome(sandbox, flags, command).join('\n')}\n`)
    await end
  } finally {
    await sandbox.close()
  }
  return 0
}

type ListenError = NodeJS.ErrnoException & { readonly port?: number }

/** Why there is no listening, and which flag changes it. */
function cannotListen({ code, port = 0 }: ListenError, flags: Partial<ServeFlags>): UsageError | undefined {
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new UsageError(`--host ${flags.host}: no address of this machine; 0.0.0.0 means all of them`)
  const reason = code === 'EACCES' ? 'is not permitted' : code === 'EADDRINUSE' ? 'is taken' : undefined
  if (reason === undefined) return undefined
  const [flag = '--payment-port'] = Object.entries(PORT_FLAGS).flatMap(([name, each]) =>
    flags[name as keyof typeof PORT_FLAGS] === port ? [each] : [],
  )
  return new UsageError(`port ${port} ${reason}; name another with ${flag}, or 0 for a free one`)
}

const PORT_FLAGS = {
  paymentPort: '--payment-port',
  paymentControlPort: '--payment-control-port',
  messagingPort: '--messaging-port',
  messagingControlPort: '--messaging-control-port',
  paymentReceiverPort: '--payment-receiver-port',
  messagingReceiverPort: '--messaging-receiver-port',
} as const

function welcome(
  { file, payment, messaging, receivers }: Sandbox,
  { timeScale, variant = [], flaw, write }: ServeFlags,
  command: string,
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
    `Target file: ${write}   (${command} run --config ${write})`,
    `Your client is judged by ${command} run --caller 'node my-client.js', your receiver by ${command} run --receiver URL.`,
    'Ctrl-C ends it; nothing is kept.',
  ]
}

const row = (name: string, value: string): string => `  ${name.padEnd(22)}${value}`

const bodyOf = (json: unknown): string => (json === undefined ? '' : JSON.stringify(json))

interface Entry {
  readonly title: string
  /** Ids of requirements that a flaw breaks. */
  readonly breaks?: readonly string[]
}

/** All variants and flaws in whose kind, service, name, title or ids every one of the words stands. */
function catalogueWith(words: readonly string[]): string {
  const wanted = words.map((each) => each.toLowerCase())
  const listed = (kind: string, byService: Readonly<Record<string, Readonly<Record<string, Entry>>>>): string[] =>
    Object.entries(byService).flatMap(([service, entries]) => {
      const own = Object.entries(entries).filter(([name, { title, breaks = [] }]) => {
        const text =
          `${kind} of ${service} ${name} ${title} ${breaks.join(' ')}${warningOf(name, breaks)}${rarityOf(name)}`.toLowerCase()
        return wanted.every((word) => text.includes(word))
      })
      return own.length === 0 ? [] : [`${kind} of ${service}`, ...own.flatMap((each) => entryLines(each, wanted))]
    })
  const lines = [
    ...listed('Variants', { ...variantsOf, receivers: ofReceivers('variants') }),
    ...listed('Flaws', { ...flawsOf, receivers: ofReceivers('flaws') }),
  ]
  if (lines.length === 0)
    throw new UsageError(
      `--list ${words.join(' ')}: in no kind, service, name, title or id of what it breaks; --list alone shows all`,
    )
  const areBreaking = words.length > 0 && lines.some((line) => line.includes(BREAKS))
  return `${[...lines, ...(areBreaking ? ['', CONSEQUENCES] : [])].join('\n')}\n`
}

const BREAKS = '  breaks '
const CONSEQUENCES =
  'What a flaw breaks is told by a run at the pace of the documents; on faster clocks, and at full depth, what follows from it may fail with it, and what hangs on a few requests a minute may go unseen.'

/** Of few the statements that they break have a line as well. */
const entryLines = ([name, { title, breaks = [] }]: [string, Entry], words: readonly string[]): string[] => [
  `  ${name.padEnd(40)}  ${title}`,
  ...(words.length === 0 || breaks.length === 0
    ? []
    : [`  ${' '.repeat(40)}${BREAKS}${breaks.join(', ')}${warningOf(name, breaks)}${rarityOf(name)}`]),
]

/** Said of a flaw that one value in many meets, and of one that the usual run may not come to. */
const rarityOf = (name: string): string => {
  if (Object.hasOwn(rareFlaws, name)) return ': met by generated values alone, which --depth deep tries'
  return flawsInTurn.includes(name) ? ' (all of it with --depth deep; the standard depth may not come to it)' : ''
}

/** Said of what a flaw breaks and is only warned of: recommendations, and what has half a way out. */
const warningOf = (name: string, breaks: readonly string[]): string => {
  const warned = breaks.filter((id) => isRecommended(id) || warnedOf(name).includes(id))
  if (warned.length === 0) return ''
  return warned.length === breaks.length ? ': a run warns of it' : `: a run only warns of ${warned.join(', ')}`
}

/** Whether a statement is a recommendation: whoever does not keep it is warned. */
const isRecommended = (id: string): boolean => catalogue[id]?.level === 'should'

function assertKnown(flag: string, name: string, entries: Readonly<Record<string, unknown>>): void {
  if (Object.hasOwn(entries, name)) return
  // Those of receivers and clients alone have a service before their names.
  const bare = name.slice(name.indexOf(':') + 1)
  const near = Object.hasOwn(entries, bare) ? [bare] : nearestOf(name, Object.keys(entries))
  const hint = near.length === 0 ? '' : `did you mean ${near.join(', ')}? `
  throw new UsageError(`${flag} ${name}: unknown; ${hint}--list shows them`)
}
