/** How an answer looks. */
export interface AnswerForm {
  readonly status: number
  readonly body?: string
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** What an event is called a repetition by. */
export type DedupeKey = 'event' | 'event, name and subject' | 'subject' | 'attempt' | 'group' | 'nothing'

/** What every receiver decides, whatever events it takes. Each member has lawful values, and some that are not. */
export interface ReceiverBehaviour {
  readonly success: AnswerForm
  readonly refusal: AnswerForm
  /** A signature that is missing is refused otherwise than one that is wrong. */
  readonly missing: AnswerForm | undefined
  /** What is told of an event that has been taken before. */
  readonly duplicate: AnswerForm | undefined
  /** An event with a name that it does not know. */
  readonly unknown: AnswerForm | undefined
  /** Before the answer, ms. */
  readonly delayMs: number
  /** Between the answer and the effect, ms; undefined for an effect before the answer. */
  readonly workMs: number | undefined
  /** The effects of later events wait for those of earlier ones. */
  readonly queue: boolean
  /** An attempt fails: which of them, and whether the event counts as known since. */
  readonly fails: { readonly attempts: 'first of each' | 'every third event' | 'none'; readonly remembers: boolean }
  /** Deliveries of an event that is being worked on are sent away. */
  readonly busy: AnswerForm | undefined
  readonly dedupe: DedupeKey
  /** Between looking an event up and remembering it, ms. */
  readonly gapMs: number
  /** How many events are remembered. */
  readonly remembers: number
  /** For how long they are, ms. */
  readonly remembersForMs: number
  /** Events are remembered before their signature is looked at. */
  readonly trusting: boolean
  readonly signature: SignatureBehaviour
  /** Only this type is taken; undefined for any. */
  readonly contentType: RegExp | undefined
  /** Methods other than POST. */
  readonly otherMethods: AnswerForm
  /** How its probe calls things. */
  readonly words: Readonly<Record<string, string>>
  readonly showsCount: boolean
}

export interface SignatureBehaviour {
  readonly isChecked: boolean
  /** Without the header an event is taken. */
  readonly optional: boolean
  /** What is signed: the raw body, or its JSON written anew. */
  readonly over: 'raw' | 'rewritten'
  /** Digits that are compared, from the first on; all of them, and their number, when undefined. */
  readonly digits: number | undefined
  /** As many digits as come. */
  readonly asGiven: boolean
  /** The text before the digest is looked at. */
  readonly scheme: boolean
  readonly upperCase: boolean
  /** Of several lines, which counts. */
  readonly lines: 'only' | 'first' | 'last' | 'any'
  /** A key of no bytes is as good as the own. */
  readonly emptyKey: boolean
  /** Any key will do. */
  readonly anyKey: boolean
  /** How the secret becomes a key. */
  readonly encoding: 'utf8' | 'latin1'
  /** How the bytes of the body are taken before they are verified. */
  readonly reads: 'bytes' | 'Latin-1' | 'trimmed'
}

const OK: AnswerForm = { status: 200, body: '{"received":true}', type: 'application/json' }

/** A receiver that does what the documents say, and nothing else. */
export const lawfulReceiver: ReceiverBehaviour = {
  success: OK,
  refusal: { status: 401, body: '{"error":"signature"}', type: 'application/json' },
  missing: undefined,
  duplicate: undefined,
  unknown: undefined,
  delayMs: 0,
  workMs: undefined,
  queue: false,
  fails: { attempts: 'none', remembers: false },
  busy: undefined,
  dedupe: 'event',
  gapMs: 0,
  remembers: Number.POSITIVE_INFINITY,
  remembersForMs: Number.POSITIVE_INFINITY,
  trusting: false,
  signature: {
    isChecked: true,
    optional: false,
    over: 'raw',
    digits: undefined,
    asGiven: false,
    scheme: true,
    upperCase: false,
    lines: 'only',
    emptyKey: false,
    anyKey: false,
    encoding: 'utf8',
    reads: 'bytes',
  },
  contentType: undefined,
  otherMethods: { status: 405, headers: { Allow: 'POST' } },
  words: {},
  showsCount: true,
}
