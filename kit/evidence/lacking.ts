import type { Exchange, RecordedRequest } from '../http/exchange.ts'
import { rewriteJson } from './json-scan.ts'
import { kindOfMember } from './member-kinds.ts'
import { SecretForms } from './secret-forms.ts'

/** What stands in a command for a secret whose variable is not known. */
const PLACEHOLDER = '[secret]'
/** Shorter values would be found by chance; longer ones, and longer answers, are no keys. */
const VALUE = { least: 8, most: 500 }
const MOST_BYTES = 256 * 1024
/** Values that are remembered. */
const MOST_GIVEN = 500
const MEMBER_NAME = /^\w{1,40}$/

/** Secrets that answers of a run gave out, with the member and the endpoint that did. */
export class GivenSecrets {
  readonly #by = new Map<string, string>()
  #answers: Exchange[] = []

  /** Its answer is looked at once somebody asks. */
  answered(exchange: Exchange): void {
    this.#answers.push(exchange)
  }

  /** What gave out those that stand in a text: `the app_key that POST /apps answered`. */
  within(text: string): readonly (readonly [secret: string, giver: string])[] {
    for (const each of this.#answers.splice(0)) this.#learn(each)
    return [...this.#by].filter(([secret]) => [secret, encodeURIComponent(secret)].some((each) => text.includes(each)))
  }

  #learn({ operation, response }: Exchange): void {
    const status = response?.status ?? 0
    if (response === undefined || operation === '' || status >= 300 || response.body.length > MOST_BYTES) return
    rewriteJson(response.body.toString('utf8'), ({ member, surroundings, value, isText }) => {
      const isSecret = surroundings.secret || kindOfMember(member) === 'secret'
      const isOfLength = value.length >= VALUE.least && value.length <= VALUE.most
      if (isText && isSecret && isOfLength && MEMBER_NAME.test(member) && !this.#by.has(value))
        if (this.#by.size < MOST_GIVEN) this.#by.set(value, `the ${member} that ${operation} answered`)
      return undefined
    })
  }
}

/** Secrets of the target file, each with its place there. */
export class ClaimedSecrets {
  readonly #places: ReadonlyMap<string, string>
  readonly #forms: SecretForms

  constructor(places: ReadonlyMap<string, string>) {
    this.#places = places
    this.#forms = new SecretForms([...places.keys()].filter((each) => each.length >= VALUE.least))
  }

  within(text: string): readonly (readonly [secret: string, place: string])[] {
    const found = new Set<string>()
    this.#forms.replaceIn(text, (secret) => {
      found.add(secret)
      return ''
    })
    return [...found].map((secret) => [secret, this.#places.get(secret) ?? ''])
  }
}

export interface LackingOptions {
  readonly given: GivenSecrets
  readonly claimed: ClaimedSecrets
  /** What is no secret, with its place in the target file. */
  readonly plain: ReadonlyMap<string, string>
  readonly nameOf: (secret: string) => string | undefined
}

/** What each `[secret]` of a command stands for; none where nothing is lacking. */
export function lackingIn(curl: string, request: RecordedRequest, options: LackingOptions): string[] {
  if (!curl.includes(PLACEHOLDER)) return []
  const { given, claimed, plain, nameOf } = options
  const sent = [request.url, ...request.headers.map(([, value]) => value), request.body.toString('utf8')].join('\n')
  const ofFile = claimed.within(sent)
  const hidden = ofFile.filter(([secret]) => !curl.includes(`$${nameOf(secret) ?? ' '}`))
  const givers = given.within(sent).filter(([secret]) => !ofFile.some(([known]) => known === secret))
  // A header may hold what is no secret in the place of one that is.
  const byPlace = request.headers.flatMap(([, value]) => {
    const place = curl.includes(value) ? undefined : plain.get(value)
    return place === undefined ? [] : [[value, place] as const]
  })
  const told = [...givers, ...hidden, ...byPlace].reduce((sum, [each]) => sum + Math.max(1, timesIn(sent, each)), 0)
  return [
    ...new Set([
      ...givers.map(([, giver]) => `${giver}, and replay asks for a new one`),
      ...hidden.map(([secret, place]) =>
        sent.includes(secret) ? `${place} of the target file` : `${place} of the target file in another form`,
      ),
      ...byPlace.map(([, place]) => `${place} of the target file`),
      ...(told < timesIn(curl, PLACEHOLDER) ? [OWN] : []),
    ]),
  ]
}

/** What nobody gave out and no file names: a key that is made up to be refused, or one that came by another way. */
const OWN =
  'a value of that run alone, or one of the target file that is too short to be told from others, and replay sends one like it'

const timesIn = (text: string, part: string): number => text.split(part).length - 1
