import type { MessagingBehaviour, RecordKind, SlashForm, Step } from '../behaviour.ts'
import type { JsonObject, Operation } from '../domain/domain.ts'
import { detailList, errorEnvelope, errorObject, isWhatsapp } from '../http/bodies.ts'
import { on, type Patch, recode, renders, shows, tellsOf, together, unchecks, waive, without } from '../patch.ts'
import { type Variant, variant } from './variant.ts'

const records: readonly RecordKind[] = [
  'enveloped-conversation',
  'bare-conversation',
  'read-result',
  'resend',
  'sender',
  'app',
  'workspace',
  'campaign',
  'send',
]

const everywhere = (change: (record: JsonObject) => JsonObject): Patch =>
  together(...records.map((kind) => shows(kind, change)))

/** Rewrites the times of resources, nested ones too. */
export function retimed(value: JsonObject, write: (iso: string) => string): JsonObject {
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      if (typeof member === 'string' && /^\d{4}-\d\d-\d\dT.*Z$/.test(member)) return [name, write(member)]
      if (typeof member !== 'object' || member === null || Array.isArray(member)) return [name, member]
      return [name, retimed(member as JsonObject, write)]
    }),
  )
}

const times = (write: (iso: string) => string): Patch => everywhere((record) => retimed(record, write))

const offset = (iso: string): string => new Date(Date.parse(iso) + 3 * 3_600_000).toISOString().replace('Z', '+03:00')

/** Forms of the endpoints whose examples have a trailing slash, then of the others. */
const slashes = (
  exampled: { plain: SlashForm; slashed: SlashForm },
  others: { plain: SlashForm; slashed: SlashForm } = { plain: 'served', slashed: 'absent' },
): Patch => ({
  slashes: (operation) =>
    (['create-app', 'campaign', 'workspaces'] as readonly Operation[]).includes(operation) ? exampled : others,
})

/** Readings are led on by 301, as a browser would have it, everything else by 307. */
const movedPermanently: Patch = {
  slashes: (operation) =>
    operation === 'create-app'
      ? { plain: 307, slashed: 'served' }
      : operation === 'campaign' || operation === 'workspaces'
        ? { plain: 301, slashed: 'served' }
        : { plain: 'served', slashed: 'absent' },
}

/** The forms of the table: only the workspace list ends with a slash there. */
const tabled = (status: 307 | 308): Patch => ({
  slashes: (operation) =>
    operation === 'workspaces' ? { plain: status, slashed: 'served' } : { plain: 'served', slashed: status },
})

const answering =
  (asked: Operation, status: number): Patch =>
  (before) => ({
    ...before,
    statusOf: (operation) => (operation === asked ? status : before.statusOf(operation)),
  })

const reordered = (
  before: MessagingBehaviour,
  change: (steps: readonly Step[]) => readonly Step[],
): MessagingBehaviour => ({
  ...before,
  steps: Object.fromEntries(
    Object.entries(before.steps).map(([operation, steps]) => [operation, change(steps)]),
  ) as MessagingBehaviour['steps'],
})

const headers =
  (more: Record<string, string>): Patch =>
  (before) => ({
    ...before,
    responseHeaders: () => ({ ...before.responseHeaders(), ...more }),
  })

const data = (change: (data: JsonObject) => JsonObject): Patch =>
  tellsOf((payload) => ({ ...payload, data: change({ ...(payload.data as JsonObject) }) }))

const withoutNulls = (record: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(record).filter(([, member]) => member !== null))

const envelope =
  (change: (body: JsonObject) => JsonObject): Patch =>
  (before) => ({
    ...before,
    envelope: (content) => change({ ...(before.envelope(content) as JsonObject) }),
  })

/** Lawful choices of answers and resources. */
export const answerVariants: Readonly<Record<string, Variant>> = {
  'bare-conversations': variant('Conversations have shape B', { conversationShape: () => 'bare' }),
  'envelope-without-errors': variant(
    'The envelope has no errors member',
    envelope((body) => without(body, 'errors')),
  ),
  'envelope-of-data': variant(
    'The envelope has data alone',
    envelope((body) => ({ data: body.data })),
    ['msg.envelope.success-present', 'msg.envelope.request-id-present'],
  ),

  'defects-answer-400': variant(
    'Every defect answers 400',
    recode(['invalid', 'malformed-json', 'not-an-object', 'app-superfluous'], { status: 400 }),
  ),
  'sends-answer-422': variant(
    'Defects of a send answer 422',
    recode(['invalid', 'malformed-json', 'not-an-object'], { status: 422 }, on('send')),
  ),
  'error-objects': variant(
    'Errors but 422 are error objects',
    renders((body, refusal) => (refusal.status === 422 ? body : errorObject(refusal))),
  ),
  'error-lists': variant(
    'Every error is a list of details',
    renders((_body, refusal) => detailList(refusal)),
  ),
  'whatsapp-errors-in-envelope': variant(
    'Every error of a WhatsApp endpoint is an envelope',
    renders((body, refusal) => (isWhatsapp(refusal.operation) ? errorEnvelope(refusal) : body)),
  ),
  'error-envelopes-are-short': variant(
    'Envelopes with errors have no request_id',
    renders((body) => (body.errors === undefined ? body : without(body, 'request_id'))),
    ['msg.envelope.request-id-present'],
  ),
  'details-echo-input': variant(
    'A detail shows more than its three members',
    renders((body, refusal) =>
      refusal.status === 422
        ? { detail: (detailList(refusal).detail as JsonObject[]).map((item) => ({ ...item, input: null, ctx: {} })) }
        : body,
    ),
  ),
  'errors-as-detail-text': variant(
    '401, 403 and 404 are {detail: text}',
    renders((body, { status, message }) => ([401, 403, 404].includes(status) ? { detail: message } : body)),
    ['msg.error.body-shape'],
  ),

  'redirects-307': variant('The other form of a path redirects with 307', tabled(307)),
  'redirects-308': variant('The other form of a path redirects with 308', tabled(308)),
  'redirects-301': variant('Readings without a slash redirect to it with 301', movedPermanently),
  'slash-only': variant(
    'Paths with a slash in their examples have no other form',
    slashes({ plain: 'absent', slashed: 'served' }),
  ),
  'slash-after-redirect': variant(
    'Paths with a slash in their examples redirect to it',
    slashes({ plain: 307, slashed: 'served' }),
  ),
  'no-slash': variant('No path has a slash but the one that has it in the table', {
    slashes: (operation) =>
      operation === 'workspaces' ? { plain: 'absent', slashed: 'served' } : { plain: 'served', slashed: 'absent' },
  }),
  'workspaces-with-slash-only': variant('The workspace list stands at the path of its row alone', (before) => ({
    ...before,
    slashes: (operation) =>
      operation === 'workspaces' ? { plain: 'absent', slashed: 'served' } : before.slashes(operation),
  })),
  'workspaces-described-by-nothing': variant(
    'description of a workspace is null where it has none',
    shows('workspace', (record) => ({ ...record, description: record.name === 'Shop' ? null : record.description })),
  ),
  'any-slash': variant(
    'Every path is served in both forms',
    slashes({ plain: 'served', slashed: 'served' }, { plain: 'served', slashed: 'served' }),
  ),

  'app-created-201': variant('A creation answers 201', answering('create-app', 201)),
  'send-accepted-202': variant('A send answers 202', answering('send', 202)),
  'token-refusal-403': variant(
    'A missing or unknown access token answers 403',
    recode(['bearer-missing', 'bearer-scheme', 'bearer-unknown'], { status: 403, code: 'forbidden' }),
  ),
  'token-refusal-422': variant(
    'A missing or unknown access token is a header that is not valid',
    recode(['bearer-missing', 'bearer-scheme', 'bearer-unknown'], {
      status: 422,
      problems: [{ loc: ['header', 'authorization'], kind: 'missing', message: 'Field required' }],
    }),
  ),
  'restricted-key-lists-nothing': variant(
    'A key kept out of every workspace gets an empty list of senders',
    (before) => ({
      ...before,
      refuse: (refusal, facts) =>
        refusal.cause === 'forbidden' && facts.operation === 'senders' ? undefined : before.refuse(refusal, facts),
      listedSenders: (senders, userId, filters, restricted) =>
        restricted ? [] : before.listedSenders(senders, userId, filters, restricted),
    }),
    ['msg.auth.forbidden'],
  ),
  'foreign-403': variant('Resources of others answer 403', recode(['foreign'], { status: 403, code: 'forbidden' })),
  'missing-403': variant(
    'Unknown resources and those of others answer 403',
    recode(['foreign', 'not-found'], { status: 403, code: 'forbidden' }),
  ),
  'campaign-ids-are-texts': variant(
    'Any text is a campaign id, and an unknown one answers 403',
    together(
      (before) => ({
        ...before,
        problems: (found, facts) => (facts.operation === 'campaign' ? [] : before.problems(found, facts)),
      }),
      recode(['foreign', 'not-found'], { status: 403, code: 'forbidden' }, on('campaign')),
    ),
  ),
  'workspace-restriction-401': variant(
    'A key that is kept out of a workspace answers 401',
    recode(['workspace-restricted'], { status: 401, code: 'unauthorized' }),
  ),
  'validates-first': variant('The body is judged before the key', (before) =>
    reordered(before, (steps) => [
      ...steps.filter((step) => step === 'parse' || step === 'validate'),
      ...steps.filter((step) => step !== 'parse' && step !== 'validate'),
    ]),
  ),
  'token-first': variant('The access token is judged before the key', (before) =>
    reordered(before, (steps) => ['bearer', ...steps.filter((step) => step !== 'bearer')]),
  ),
  challenges: variant('401 carries WWW-Authenticate', {
    errorHeaders: ({ status }): Record<string, string> => (status === 401 ? { 'WWW-Authenticate': 'ApiKey' } : {}),
  }),

  'naive-times': variant(
    'Times of resources have no zone',
    times((iso) => iso.replace('Z', '')),
    ['msg.resource.time-zone'],
  ),
  'offset-times': variant('Times of resources have an offset', times(offset)),
  'times-in-microseconds': variant(
    'Times of resources have microseconds',
    times((iso) => iso.replace('Z', '000Z')),
  ),
  'nulls-omitted': variant('Members without a value are left out', everywhere(withoutNulls)),
  'nulls-shown': variant(
    'Members without a value are null',
    together(
      shows('bare-conversation', (record) => ({ ...record, whatsapp_sender_number_id: null, last_message_at: null })),
      shows('sender', (record) => ({ ...record, whatsapp_account_id: null, label: null })),
      shows('campaign', (record) => ({ ...record, description: null })),
      shows('enveloped-conversation', (record) => ({ ...record, contact_profile_name: null })),
    ),
  ),
  'sparse-senders': variant(
    'A sender shows five members',
    shows('sender', ({ id, display_number, is_default, is_active, created_at }) => ({
      id,
      display_number,
      is_default,
      is_active,
      created_at,
    })),
  ),
  'extra-members': variant(
    'Every object has members beside the tables',
    together(
      everywhere((record) => ({ ...record, links: {}, revision: 3 })),
      envelope((body) => ({ ...body, took_ms: 4 })),
      data((told) => ({ ...told, segments: 1 })),
      tellsOf((payload) => ({ ...payload, version: 1 })),
    ),
  ),
  'plus-phones-in-bare': variant(
    'recipient_phone of shape B, where nothing is said of its form, has a plus sign',
    together(
      { conversationShape: () => 'bare' },
      shows('bare-conversation', (record) => ({ ...record, recipient_phone: `+${record.recipient_phone}` })),
    ),
  ),
  'made-up-phones': variant(
    'recipient_phone is a number of nobody, which starts with 0',
    shows('enveloped-conversation', (record) => ({ ...record, recipient_phone: '0700000401' })),
    ['msg.conversation.enveloped-recipient-digits'],
  ),
  'apps-in-any-workspace': variant('Whose the workspace of an app is, nobody looks at', waive(['workspace-foreign']), [
    'msg.apps.foreign-workspace',
  ]),
  'unbound-keys-name-an-app-to-read': variant(
    'A conversation is refused as a bad request to a key that names no app',
    (before) => ({
      ...before,
      objects: (intent) =>
        intent.operation === 'conversation' && !intent.bound && intent.appIdHeader === undefined
          ? 'app-unnamed'
          : before.objects(intent),
    }),
    ['msg.conversation.app-id-optional'],
  ),
  'short-resend': variant(
    'A resend answers without data and status_code',
    shows('resend', (record) => without(record, 'data', 'status_code')),
  ),
  'resend-data-null': variant(
    'A resend answers data null',
    shows('resend', (record) => ({ ...record, data: null })),
  ),
  'bound-key-takes-app-key': variant('A bound key with an app_key is let pass', { boundKeyTakes: () => true }, [
    'msg.otp.bound-key-with-app-key',
  ]),
  'app-key-looked-at-first': variant(
    'A bound key with an app_key of any type answers 409, whatever else is wrong',
    recode(['invalid'], { status: 409, code: 'app_bound', problems: [] }, ({ operation, body }) => {
      return operation === 'resend' && body?.app_key !== undefined && body.app_key !== null
    }),
  ),
  'active-default-senders': variant('No inactive sender is the default', (before) => ({
    ...before,
    listedSenders: (senders, ...rest) =>
      before.listedSenders(
        senders.filter(({ isActive, isDefault }) => isActive || !isDefault),
        ...rest,
      ),
  })),
  'odd-filters-overlooked': variant(
    'A filter that is no boolean is overlooked',
    together(unchecks('senders', 'is_active'), unchecks('senders', 'is_default')),
    ['msg.senders.filter-active-invalid', 'msg.senders.filter-default-invalid'],
  ),
  'app-bound-conversations': variant('A conversation is hidden from the X-App-ID of an app of others', {
    conversationBoundToApp: true,
  }),
  'read-needs-body': variant('Marking read without a body is refused', { readBodyNeeded: true }),

  'request-ids': variant('Answers carry X-Request-ID', headers({ 'X-Request-ID': 'req-1', Server: 'edge' })),
  'plain-json-type': variant('Content-Type has no charset', {
    successType: 'application/json',
    errorType: () => 'application/json',
  }),
  'pretty-answers': variant('Answers are indented', { serialise: (body) => JSON.stringify(body, undefined, 2) }),
  'chunked-answers': variant('Answers are chunked', { framing: 'chunked' }),
  'answers-until-close': variant(
    'Answers end with their connection',
    together({ framing: 'until-close' }, headers({ Connection: 'close' })),
  ),
  'slow-answers': variant('Answers take 150 ms', { answerPauseMs: 150 }),
}
