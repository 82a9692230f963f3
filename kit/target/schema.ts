import type { NetworkSettings, TargetFile, Timing, WebhookSettings } from './file.ts'
import { messagingSchema } from './schema-messaging.ts'
import { type Fields, type JsonSchema, record, seconds, text } from './schema-parts.ts'
import { paymentSchema } from './schema-payment.ts'

const budget = (of: string): JsonSchema => ({
  type: 'integer',
  minimum: 0,
  description: `${of} a run may cause at most. Without it: a default for environment local, otherwise 0.`,
  examples: [40],
})

const webhooks: Fields<WebhookSettings> = {
  listen: {
    ...text('`host:port` to listen on; port 0 lets the system choose.', '0.0.0.0:8787'),
    default: '127.0.0.1:0',
  },
  publicUrl: text('Absolute URL under which the deployment reaches the listener.', 'https://hooks.acme.example'),
  tls: record('Serve TLS: with PEM files, or with a certificate that is made when the run starts.', {
    cert: text('Certificate chain, relative to this file.', './hooks.crt'),
    key: text('Private key, relative to this file.', './hooks.key'),
    selfSigned: {
      type: 'boolean',
      default: false,
      description: 'Make a certificate when the run starts, instead of the two files.',
      examples: [true],
    },
  } satisfies Fields<NonNullable<WebhookSettings['tls']>>),
  deliveryWithin: seconds('Seconds within which an event arrives after its status change.', 30),
  retryWithin: seconds(
    'Seconds within which a failed attempt is tried again. Declared: its absence is a failure. Absent: inconclusive.',
  ),
}

const properties: Fields<TargetFile> = {
  $schema: text('Where an editor finds this schema.'),
  name: text('What the deployment is called in reports. The host when absent.', 'acme staging'),
  environment: {
    enum: ['local', 'test', 'production'],
    description: 'What is at stake. When absent: local for loopback base URLs, otherwise test.',
  },
  timeScale: {
    type: 'number',
    exclusiveMinimum: 0,
    default: 1,
    description: "How many times faster than the documents the deployment's clocks run.",
    examples: [60],
  },
  allow: record('Budgets, enforced where requests are sent.', {
    payments: budget('Payments'),
    messages: budget('Messages (SMS, calls, WhatsApp)'),
    amount: {
      type: 'number',
      exclusiveMinimum: 0,
      description: 'What one payment may be asked for at most. Without it: the largest amount that this file names.',
      examples: [5000],
    },
    generated: {
      type: 'integer',
      minimum: 0,
      description:
        'Requests with generated values that a run may send at most, each of which may be a payment or a message. Without it: none, but for a local target at the depth deep.',
      examples: [200],
    },
    profileWrites: {
      type: 'boolean',
      description: 'Whether the merchant profile may be written. Needs payment.defaults, to restore it.',
      examples: [false],
    },
  } satisfies Fields<NonNullable<TargetFile['allow']>>),
  payment: paymentSchema,
  messaging: messagingSchema,
  webhooks: record('The listener for webhooks. When absent: loopback targets get one, others none.', webhooks),
  network: record('How the deployment is reached.', {
    ca: text('PEM file of a certificate authority beside the known ones, relative to this file.', './staging-ca.pem'),
    insecure: {
      type: 'boolean',
      default: false,
      description: 'Certificates are not verified. For environment local only.',
      examples: [true],
    },
    proxy: {
      anyOf: [{ type: 'boolean' }, text('URL of the proxy.')],
      description: 'URL of a proxy; true for HTTP_PROXY, HTTPS_PROXY and NO_PROXY. Without it none is used.',
      examples: ['http://proxy.acme.example:3128'],
    },
  } satisfies Fields<NetworkSettings>),
  timing: record('How long to wait.', {
    request: seconds('Seconds one request may take.', 30),
    settle: seconds('Seconds a payment may take to reach the outcome of a recipe.', 60),
    person: seconds('Seconds a person may take over what a recipe asks.', 180),
  } satisfies Fields<Timing>),
}

/** JSON Schema of the target file, for validation and for editors. */
export const targetFileSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'urn:assay:target-file',
  title: 'Assay target file',
  ...record('A deployment under test: where it is, what it has, what a run may do to it.', properties),
  anyOf: [{ required: ['payment'] }, { required: ['messaging'] }],
}
