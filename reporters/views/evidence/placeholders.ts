import type { Verdict } from '../../../kit/check/verdicts/verdict.ts'
import type { Report } from '../../../kit/report/report.ts'
import { TROUBLES } from '../verdict-words.ts'
import { repeatedBy } from './commands.ts'
import { madeBy } from './making.ts'

/** Placeholders of personal data, which no report shows: `255***00~fltjyt`, `+255 *** ***00~fltjyt`, `[email~eygdgd]`. */
const HIDDEN = /\+?\(?(?:\d[\s().-]*){3}\*{3}[\d\s().*-]*~[a-z]{6}|\[(?:name|email|phone)~[a-z]+\]/g
/** A variable as commands of the evidence write it, whole or with a part of it cut off. */
const VARIABLE = /"\$(?:(\w+)|\{(\w+)\W[^}]*\})"/g
/** What is new each time that a command is given, as commands of the evidence write it. */
const RENEWED = /"\$\{RUN:-(.*?)\}"/
/** In a command that signs what it sends, and in one that does not. */
const SIGNS = /\bopenssl dgst\b/
const UNSIGNED = '[signature]'
/** How several commands begin that share what is new each time. */
const GROUP = '(RUN='
/** Kinds of placeholders that are named. */
const NAMED = 3

/**
 * Lines on what has to be filled in before commands can be repeated; none where all is there.
 * @param within the text that shows them, those of failures and of likely causes
 * @param verdicts of the requirements whose commands are in it
 */
export function placeholders(
  { exchanges, requirements, services, variables }: Report,
  within: string,
  verdicts: readonly Verdict[] = TROUBLES,
): string[] {
  const evidence = new Set(
    requirements
      .filter(({ verdict }) => verdicts.includes(verdict))
      .flatMap(({ judgements }) => judgements.flatMap((each) => each.evidence)),
  )
  // A likely cause has commands of requests that no requirement names.
  const lines = new Set(within.split('\n').map((line) => madeBy(line.trim())))
  const evident = exchanges.filter(({ id, curl }) => evidence.has(id) || lines.has(curl.trim()))
  // A command stands behind that of the first request that it repeats.
  const shown = [...evident, ...evident.flatMap((each) => repeatedBy({ exchanges }, each) ?? [])]
  const stands = (part: string): boolean => within.includes(part)
  const names = [...new Set([...within.matchAll(VARIABLE)].map(([, whole, cut]) => whole ?? cut ?? ''))]
    .filter((name) => Object.hasOwn(variables, name))
    .toSorted()
  const hidden = [...new Set(shown.flatMap(({ curl }) => (curl.match(HIDDEN) ?? []).filter(stands).map(kindOf)))]
  const takers = services.filter(({ reached }) => reached === 'by events').map(({ id }) => id)
  const sent = shown.filter(({ service }) => takers.includes(service))
  const renewed = renewedText(within)
  return [
    ...(names.length === 0
      ? []
      : [`in the commands ${names.map((name) => `$${name} is ${variables[name]}`).join(', ')}`]),
    ...(hidden.length === 0
      ? []
      : [`${hidden.slice(0, NAMED).join(', ')} stand for personal data: put in that of the target file`]),
    ...(stands('openssl dgst') && sent.some(({ curl }) => SIGNS.test(curl))
      ? ['commands sign their event anew with openssl, at the time at which they are given; it keeps its id']
      : []),
    ...(stands(UNSIGNED) && sent.some(({ curl }) => curl.includes(UNSIGNED))
      ? [`${UNSIGNED} stands where a shell cannot sign: replay delivers the event as it was`]
      : []),
    ...(renewed === undefined ? [] : [renewed]),
  ]
}

/** How commands come to keys and references of their own, and how several share theirs; undefined where none does. */
function renewedText(within: string): string | undefined {
  const alone: string[] = []
  const grouped: string[] = []
  let isGrouped = false
  for (const line of within.split('\n').map((each) => each.trim())) {
    if (line.startsWith(GROUP)) isGrouped = true
    const [, renewed] = RENEWED.exec(line) ?? []
    if (renewed !== undefined) (isGrouped ? grouped : alone).push(renewed)
    if (line === ')') isGrouped = false
  }
  const [one] = alone
  if (one === undefined)
    return grouped.length === 0
      ? undefined
      : 'keys and references are new each second, and the commands of one group in brackets share theirs'
  const others = grouped.length === 0 ? '' : '; those of a group in brackets share their own'
  return `keys and references are new each second; after RUN=${one} the commands of a shell share theirs, until unset RUN${others}`
}

const kindOf = (text: string): string =>
  text.startsWith('[') ? text.replace(/~\w+/, '~…') : `${text.slice(0, text.indexOf('*'))}***…~…`
