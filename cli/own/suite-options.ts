import type { Depth } from '../../kit/check/depth.ts'
import type { Report } from '../../kit/report/report.ts'
import { baseUrlFault, eventUrlFault } from '../../kit/target/address.ts'
import { nearest } from '../../kit/target/file/nearest.ts'
import type { Patterns } from '../options/patterns.ts'
import type { TargetFlags } from '../run/terms/target.ts'
import { UsageError } from '../usage-error.ts'

/** What a test file may ask for: the flags of `assay run` that say what is judged and how. */
export interface AssayOptions extends TargetFlags, Patterns {
  /** Base URLs, in place of a target file or over it. */
  readonly payment?: string
  readonly messaging?: string
  /** URL to which events are sent, of a receiver of the service whose secret the environment has. */
  readonly receiver?: string
  readonly paymentReceiver?: string
  readonly messagingReceiver?: string
  readonly depth?: Depth
  /** Decides every generated value; 1 when absent. */
  readonly seed?: number
  /** Generated values that each check tries. */
  readonly runs?: number
  /** Called with the report once every check has ended. */
  readonly onReport?: (report: Report) => void | Promise<void>
}

/** What is wrong with a value, as it stands behind the name of its option; undefined where nothing is. */
type Rule = (value: unknown) => string | undefined

const SEEDS = 2 ** 31 - 1
const MOST = 1_000_000
const DEPTHS = ['quick', 'standard', 'deep'] as const satisfies readonly Depth[]

const expected =
  (what: string, test: (value: unknown) => boolean): Rule =>
  (value) =>
    test(value) ? undefined : `expected ${what}, got ${shown(value)}`

const isText = (value: unknown): value is string => typeof value === 'string'
const text = (example: string): Rule => expected(`a text, such as ${example}`, isText)
const list = (what: string): Rule => expected(what, (value) => Array.isArray(value) && value.every(isText))
const patterns = list("a list of patterns, such as ['pay.idempotency.*']")
const whole = (least: number, most: number): Rule =>
  expected(
    `a whole number from ${least} to ${most}`,
    (value) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most,
  )
const urlOf =
  (faultOf: (text: string) => string | undefined): Rule =>
  (value) => {
    if (!isText(value)) return `expected a URL, got ${shown(value)}`
    const fault = faultOf(value)
    // The text may hold a password: it is not repeated.
    return fault === undefined ? undefined : value.includes('@') ? fault : `${value}: ${fault}`
  }

const url = urlOf(baseUrlFault)
const eventUrl = urlOf(eventUrlFault)

const RULES: Readonly<Record<keyof AssayOptions, Rule>> = {
  config: text("'assay.config.yaml'"),
  payment: url,
  messaging: url,
  receiver: eventUrl,
  paymentReceiver: eventUrl,
  messagingReceiver: eventUrl,
  ca: text("'authority.pem'"),
  insecure: expected('true or false', (value) => typeof value === 'boolean'),
  proxy: expected(
    'the URL of a proxy, or true for that of the environment',
    (value) => value === true || isText(value),
  ),
  deliveries: text("'deliveries.jsonl'"),
  dotenv: expected("a text, such as '.env.test', or false for none", (value) => value === false || isText(value)),
  section: list("a list of sections of the target file, such as ['payment']"),
  only: patterns,
  skip: patterns,
  depth: expected(`one of ${DEPTHS.join(', ')}`, (value) => DEPTHS.some((each) => each === value)),
  seed: whole(0, SEEDS),
  runs: whole(1, MOST),
  onReport: expected('a function', (value) => typeof value === 'function'),
}

/**
 * The options, as far as they are any. An option that is undefined counts as absent.
 * @throws UsageError for a name that is no option, with the one that was probably meant, and for a value of a wrong kind
 */
export function suiteOptions(given: unknown): AssayOptions {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new UsageError(`assay(): expected its options as an object, got ${shown(given)}`)
  const known = Object.keys(RULES)
  const entries = Object.entries(given).filter(([, value]) => value !== undefined)
  for (const [name, value] of entries) {
    if (!Object.hasOwn(RULES, name)) {
      const near = nearest(name, known)
      const hint = near === undefined ? `; the options are ${known.join(', ')}` : `; did you mean ${near}?`
      throw new UsageError(`assay({ ${name} }): there is no such option${hint}`)
    }
    const fault = RULES[name as keyof AssayOptions](value)
    if (fault !== undefined) throw new UsageError(`assay({ ${name} }): ${fault}`)
  }
  return Object.fromEntries(entries)
}

/** A wrong value in a message: its kind where it may hold much. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  return typeof value === 'string' ? `the text ${JSON.stringify(value)}` : String(value)
}
