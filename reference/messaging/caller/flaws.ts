import type { MessagingCallerRequirementId } from '../../../specs/messaging/caller/requirements.ts'
import { isAnswer } from '../../caller/exchange.ts'
import { digestOf, lawful, type MessagingCallerBehaviour, sameText } from './behaviour.ts'

export interface CallerFlaw {
  readonly title: string
  /** Requirements that it turns red, and no others. */
  readonly breaks: readonly MessagingCallerRequirementId[]
  readonly patch: Partial<MessagingCallerBehaviour>
}

const flaw = (
  title: string,
  breaks: readonly MessagingCallerRequirementId[],
  patch: Partial<MessagingCallerBehaviour>,
): CallerFlaw => ({ title, breaks, patch })

/** A member that is sent otherwise than it was given. */
const rewriting = (member: string, change: (text: string) => string): Partial<MessagingCallerBehaviour> => ({
  objection: ({ [member]: _, ...input }) => lawful.objection(input),
  draft(operation, input, given) {
    const { [member]: value } = input
    const changed = typeof value === 'string' ? { ...input, [member]: change(value) } : input
    return lawful.draft.call(this, operation, changed, given)
  },
})

/** Retries of what else, beside what is retried lawfully. */
const alsoRetries = (status: number): Partial<MessagingCallerBehaviour> => ({
  isRetried: (met, draft) => lawful.isRetried(met, draft) || met.status === status,
})

const at =
  (
    path: string,
  ): ((
    met: Parameters<MessagingCallerBehaviour['isRetried']>[0],
    draft: Parameters<MessagingCallerBehaviour['isRetried']>[1],
  ) => boolean) =>
  (met, draft) =>
    lawful.isRetried(met, draft) || (draft.path.startsWith(path) && (!isAnswer(met) || met.status >= 500))

/** Seeded violations of a client of the messaging service, by the sin. */
export const messagingCallerFlaws = {
  'key-as-bearer': flaw(
    'The API key goes as a Bearer token.',
    ['msg-caller.request.api-key', 'msg-caller.request.bearer'],
    {
      credentials: ({ apiKey }) => [['Authorization', `Bearer ${apiKey}`]],
    },
  ),
  'key-in-the-query-alone': flaw('Reads go without X-API-Key.', ['msg-caller.request.api-key'], {
    credentials: (given, draft) =>
      lawful.credentials(given, draft).filter(([name]) => draft.method !== 'GET' || name !== 'X-API-Key'),
  }),
  'no-token': flaw('The access token is left out.', ['msg-caller.request.bearer'], {
    credentials: ({ apiKey }) => [['X-API-Key', apiKey]],
  }),
  'no-token-for-campaigns': flaw('Campaigns are read without the token.', ['msg-caller.request.bearer'], {
    credentials: (given, draft) => {
      const lines = lawful.credentials(given, draft)
      return draft.path.startsWith('/v1/campaign') ? lines.slice(0, 1) : lines
    },
  }),
  'another-path': flaw('Campaigns are read below /v1/campaigns.', ['msg-caller.request.path'], {
    slashes: (path) => path.replace('/v1/campaign/', '/v1/campaigns/'),
  }),
  'form-bodies': flaw('The body of a mark-read is a form.', ['msg-caller.request.json'], {
    text: (body) => ('up_to' in body ? `up_to=${String(body.up_to)}` : JSON.stringify(body)),
  }),
  'sends-to-the-first-recipient': flaw('Only the first recipient is sent to.', ['msg-caller.request.as-given'], {
    text: (body) =>
      JSON.stringify('recipients' in body ? { ...body, recipients: [body.recipients].flat().slice(0, 1) } : body),
  }),
  'until-for-up-to': flaw('The time of a mark-read goes as until.', ['msg-caller.request.as-given'], {
    text: ({ up_to: until, ...body }) => JSON.stringify(until === undefined ? body : { ...body, until }),
  }),
  'drops-times': flaw('The time of a mark-read is left out.', ['msg-caller.request.as-given'], {
    text: ({ up_to: _, ...body }) => JSON.stringify(body),
  }),
  'apps-without-names': flaw('Apps are created under a name of its own.', ['msg-caller.request.as-given'], {
    text: (body) => JSON.stringify('app_name' in body ? { ...body, app_name: 'My app' } : body),
  }),
  'app-key-with-a-bound-key': flaw('app_key goes with a bound key, too.', ['msg-caller.app.bound-omits'], {
    appMembers: ({ appKey = 'app-of-the-shop' }) => ({ app_key: appKey }),
  }),
  'app-left-out': flaw('An unbound key names no app.', ['msg-caller.app.unbound-identifies'], {
    appMembers: () => ({}),
  }),
  'phones-with-a-plus': flaw('Phones have a plus sign.', ['msg-caller.otp.phone'], {
    phone: (given) => `+${String(given).replace(/\D/g, '')}`,
  }),
  'voice-for-call': flaw('The channel call is sent as voice.', ['msg-caller.otp.channel'], {
    draft(operation, input, given) {
      const { delivery_method: channel } = input
      return lawful.draft.call(
        this,
        operation,
        channel === 'call' ? { ...input, delivery_method: 'voice' } : input,
        given,
      )
    },
  }),
  'templates-in-capitals': flaw(
    'Templates are written in capitals.',
    ['msg-caller.otp.template'],
    rewriting('message_template', (text) => text.toUpperCase()),
  ),
  'callbacks-lose-their-s': flaw(
    'Callbacks over HTTPS are asked for over HTTP.',
    ['msg-caller.otp.callback'],
    rewriting('callback_url', (url) => url.replace('https:', 'http:')),
  ),
  'times-in-milliseconds': flaw('up_to is a number of milliseconds.', ['msg-caller.read.up-to'], {
    draft(operation, input, given) {
      const { up_to: upTo } = input
      const own = typeof upTo === 'string' ? { ...input, up_to: Date.parse(upTo) } : input
      return lawful.draft.call(this, operation, own, given)
    },
  }),
  'filters-as-numbers': flaw('Filters are 1 and 0.', ['msg-caller.senders.filters'], {
    query: (input) =>
      Object.keys(input).length === 0
        ? ''
        : `?${Object.entries(input)
            .map(([name, value]) => `${name}=${value === true ? 1 : 0}`)
            .join('&')}`,
  }),
  'drops-filters': flaw('Filters of the sender list are left out.', ['msg-caller.request.as-given'], {
    query: () => '',
  }),
  'zero-pauses': flaw('Retries follow at once.', ['msg-caller.retry.backoff', 'msg-caller.retry.jitter'], {
    pause: () => 0,
  }),
  'flat-pauses': flaw('Every pause is about a second.', ['msg-caller.retry.backoff'], {
    pause: () => 1 + Math.random() * 0.1,
  }),
  // Two pauses are the least that can grow.
  'two-flat-pauses': flaw('It tries three times, with pauses of about a second.', ['msg-caller.retry.backoff'], {
    attempts: 3,
    pause: () => 1 + Math.random() * 0.2,
  }),
  'flat-pauses-with-jitter': flaw('Pauses are about a second, now more and now less.', ['msg-caller.retry.backoff'], {
    pause: () => 0.85 + Math.random() * 0.3,
  }),
  'no-jitter': flaw('Pauses are the same each time.', ['msg-caller.retry.jitter'], {
    pause: (attempt) => 2 ** (attempt - 1),
  }),
  'sends-blindly-again': flaw('A send is repeated after an outage.', ['msg-caller.retry.not-blind'], {
    isRetried: at('/v1/message'),
  }),
  'creates-blindly-again': flaw('An app is created again after an outage.', ['msg-caller.retry.not-blind'], {
    isRetried: at('/v1/developer_apps'),
  }),
  'resends-blindly-again': flaw('A code is resent again after an outage.', ['msg-caller.retry.not-blind'], {
    isRetried: at('/v1/otp'),
  }),
  'sends-again-after-lost-connections': flaw(
    'Everything is sent again when a connection is lost.',
    ['msg-caller.retry.not-blind'],
    {
      isRetried: (met, draft) => lawful.isRetried(met, draft) || (!isAnswer(met) && met.reason === 'lost connection'),
    },
  ),
  'sends-again-after-time-outs': flaw('Everything is sent again after a time-out.', ['msg-caller.retry.not-blind'], {
    isRetried: (met, draft) => lawful.isRetried(met, draft) || (!isAnswer(met) && met.reason === 'time-out'),
  }),
  'ignores-retry-after': flaw('A 429 is retried after its own pause.', ['msg-caller.retry.retry-after'], {
    retryAfter: () => undefined,
  }),
  'reads-seconds-only': flaw('Retry-After as a date is not understood.', ['msg-caller.retry.retry-after'], {
    retryAfter: (value) => (/^\d+$/.test(value ?? '') ? Number(value) : undefined),
  }),
  'retries-unauthorized': flaw('A 401 is retried.', ['msg-caller.refusal.not-repeated'], alsoRetries(401)),
  'retries-conflicts': flaw('A 409 is retried.', ['msg-caller.refusal.not-repeated'], alsoRetries(409)),
  'retries-validation': flaw('A 422 is retried.', ['msg-caller.refusal.not-repeated'], {
    isRetried: (met, draft) =>
      lawful.isRetried(met, draft) || (met.status === 422 && isAnswer(met) && met.text.includes('phone_number')),
  }),
  'errors-are-success': flaw('A 404 is taken for success.', ['msg-caller.error.surfaced'], {
    isSuccess: (status) => lawful.isSuccess(status) || status === 404,
  }),
  'reads-one-shape-of-errors': flaw('Errors in a list make it fall.', ['msg-caller.error.shapes'], {
    failure: (met) => {
      const { error, errors } = Object(isAnswer(met) ? met.json : {}) as { error?: object; errors?: object }
      if (isAnswer(met) && error === undefined && errors === undefined)
        throw new TypeError("Cannot read properties of undefined (reading 'message')")
      return lawful.failure(met)
    },
  }),
  'joins-places-as-texts': flaw('An integer in loc makes it fall.', ['msg-caller.error.shapes'], {
    failure: (met) => {
      const { detail } = Object(isAnswer(met) ? met.json : {}) as { detail?: { loc: { trim(): string }[] }[] }
      for (const { loc } of detail ?? []) for (const each of loc) each.trim()
      return lawful.failure(met)
    },
  }),
  'two-hundred-alone': flaw('Only a 200 is success.', ['msg-caller.success.any'], {
    isSuccess: (status) => status === 200,
  }),
  'needs-data': flaw('A base response without data makes it fall.', ['msg-caller.success.defaults'], {
    result: (operation, json) => {
      const { data } = Object(json) as { data?: object }
      if (operation === 'resendOtp' && data === undefined)
        throw new TypeError("Cannot read properties of undefined (reading 'id')")
      return lawful.result(operation, json)
    },
  }),
  'knows-one-shape-of-conversations': flaw(
    'A conversation without an envelope is not read.',
    ['msg-caller.conversation.shapes', 'msg-caller.conversation.nullable'],
    {
      result: (operation, json) =>
        operation === 'readConversation' ? { id: (Object(json) as { data: { id: string } }).data.id } : json,
    },
  ),
  'needs-labels': flaw('A sender without a label makes it fall.', ['msg-caller.conversation.nullable'], {
    result: (operation, json) => {
      if (operation === 'listSenders') for (const { label } of json as { label: string }[]) label.trim()
      return lawful.result(operation, json)
    },
  }),
  'throws-jobs-away': flaw('The job_id of a send is not told.', ['msg-caller.send.job-id'], {
    result: (operation, json) => (operation === 'send' ? { sent: true } : lawful.result(operation, json)),
  }),
  'redirected-to-get': flaw('A 307 makes a GET of a POST.', ['msg-caller.redirect.body'], {
    redirected: ({ path, isBearer }) => ({ method: 'GET', path, ...(isBearer ? { isBearer } : {}) }),
  }),
  'keys-follow-redirects': flaw('Keys go to whatever origin a redirect names.', ['msg-caller.redirect.credentials'], {
    carriesKeys: () => true,
  }),
  'verifies-parsed-bodies': flaw('Its helper signs what it has parsed.', ['msg-caller.signature.verifies'], {
    verify: ({ body, signature, secret }) => sameText(signature, digestOf(secret, JSON.stringify(JSON.parse(body)))),
  }),
  'verifies-beginnings': flaw('Its helper takes a digest that is cut off.', ['msg-caller.signature.verifies'], {
    verify: ({ body, signature, secret }) => digestOf(secret, body).startsWith(signature),
  }),
} as const satisfies Readonly<Record<string, CallerFlaw>>

export type MessagingCallerFlawName = keyof typeof messagingCallerFlaws
