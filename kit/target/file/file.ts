import { choice, integer, number, type Shape } from '../../schema/build.ts'
import type { Static } from '../../schema/schema.ts'
import { baseUrlFault, listenFault, urlFault } from '../address.ts'
import type { BudgetOf, LimitOf, PermissionOf, SectionDefinition } from '../section.ts'
import { flag, flagOr, record, ruled, seconds, text } from './parts.ts'

export type { HttpCall, JsonObject, Recipe } from './parts.ts'

const tls = record('Serve TLS: with PEM files, or with a certificate that is made when the run starts.', {
  cert: text('Certificate chain, relative to this file.', './hooks.crt'),
  key: text('Private key, relative to this file.', './hooks.key'),
  selfSigned: flag('Make a certificate when the run starts, instead of the two files.', {
    default: false,
    examples: [true],
  }),
})

const webhooks = record('The listener for webhooks. When absent: loopback targets get one, others none.', {
  listen: ruled(listenFault, '`host:port` to listen on; port 0 lets the system choose.', {
    examples: ['0.0.0.0:8787'],
    default: '127.0.0.1:0',
  }),
  publicUrl: ruled(baseUrlFault, 'Absolute URL under which the deployment reaches the listener.', {
    examples: ['https://hooks.acme.example'],
  }),
  tls,
  deliveryWithin: seconds(
    'Seconds within which an event arrives after its status change, which `timeScale` does not shorten.',
    30,
  ),
  retryWithin: seconds(
    'Seconds within which a failed attempt is tried again, which `timeScale` does not shorten. Declared: its absence is a failure. Absent: inconclusive, but for one that is not tried again where others of the run were.',
  ),
})

const network = record('How the deployment is reached.', {
  ca: text('PEM file of a certificate authority beside the known ones, relative to this file.', './staging-ca.pem'),
  insecure: flag('Certificates are not verified. For environment local only.', { default: false, examples: [true] }),
  proxy: flagOr(
    urlFault,
    'URL of the proxy.',
    'URL of a proxy; true for HTTP_PROXY, HTTPS_PROXY and NO_PROXY. Without it none is used.',
    'http://proxy.acme.example:3128',
  ),
})

const timing = record('How long to wait.', {
  request: seconds('Seconds one request may take.', 30),
  settle: seconds('Seconds within which the outcome of a recipe is reached; 10 on a local target.', 60),
  person: seconds('Seconds a person may take over what a recipe asks.', 180),
})

/** Members that stand before `allow` and the sections. */
export const leading = {
  $schema: text('Where an editor finds this schema.'),
  name: text('What the deployment is called in reports. The host when absent.', 'acme staging'),
  environment: choice(['local', 'test', 'production'], {
    description: 'What is at stake. When absent: local for loopback base URLs, otherwise test.',
  }),
  timeScale: number({
    exclusiveMinimum: 0,
    default: 1,
    description: "How many times faster than the documents the deployment's clocks run.",
    examples: [60],
  }),
}

/** Members that stand behind the sections. */
export const trailing = { webhooks, network, timing }

/** The member of `allow` that is there without any section. */
export const generated = integer({
  minimum: 0,
  description:
    'Requests with generated values that a run may send at most, each of which may cause what a budget counts. Without it: none, but for a local target at the depth deep.',
  examples: [200],
})

export type WebhookSettings = Static<typeof webhooks>
export type NetworkSettings = Static<typeof network>

type Base = Shape<Record<never, never>, typeof leading & typeof trailing>

/** Members of `allow` as they are written, by name. */
export type Allowed = Readonly<Record<string, number | boolean | undefined>> & { readonly generated?: number }

/** The target file as its author writes it, after its references were replaced; its sections by id. */
export type TargetFile = Base & { readonly allow?: Allowed } & { readonly [section: string]: unknown }

/** The same with the types of these sections and of what they bring to `allow`. */
export type TargetFileOf<Sections extends readonly SectionDefinition[]> = TargetFile & {
  readonly [S in Sections[number] as S['id']]?: Static<S['schema']>
} & {
  readonly allow?: { readonly [Name in BudgetOf<Sections[number]> | LimitOf<Sections[number]>]?: number } & {
    readonly [Name in PermissionOf<Sections[number]>]?: boolean
  }
}
