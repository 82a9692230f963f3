import type { Verdict } from '../../../kit/check/verdicts/verdict.ts'
import type { ReportedExchange } from '../../../kit/evidence/recorder.ts'
import type { Report } from '../../../kit/report/report.ts'
import { TROUBLES } from '../verdict-words.ts'
import { repeatedBy } from './commands.ts'

/** Placeholders of personal data, which no report shows: `255***00~fltjyt`, `+255 *** ***00~fltjyt`, `[email~eygdgd]`. */
const HIDDEN = /\+?\(?(?:\d[\s().-]*){3}\*{3}[\d\s().*-]*~[a-z]{6}|\[(?:name|email|phone)~[a-z]+\]/g
/** A variable as commands of the evidence write it. */
const VARIABLE = /"\$(\w+)"/g
/** What is new each time that a command is given, as commands of the evidence write it. */
const RENEWED = /"\$\{RUN:-(.*?)\}"/
/** In a command that signs what it sends, and in one that does not. */
const SIGNS = /\bopenssl dgst\b/
const UNSIGNED = '[signature]'
/** Kinds of placeholders that are named. */
const NAMED = 3

/**
 * Lines on what has to be filled in before the commands of failures can be repeated; none where all is there.
 * @param verdicts whose commands are shown
 * @param within the text that shows them, where it does not show all
 */
export function placeholders(
  { exchanges, requirements, services, variables }: Report,
  verdicts: readonly Verdict[] = TROUBLES,
  within?: string,
): string[] {
  const evidence = new Set(
    requirements
      .filter(({ verdict }) => verdicts.includes(verdict))
      .flatMap(({ judgements }) => judgements.flatMap((each) => each.evidence)),
  )
  const evident = exchanges.filter(({ id }) => evidence.has(id))
  // A command stands behind that of the first request that it repeats.
  const shown = [...evident, ...evident.flatMap((each) => repeatedBy({ exchanges }, each) ?? [])]
  const stands = (part: string): boolean => within === undefined || within.includes(part)
  const names = [...new Set(shown.flatMap(variablesIn))]
    .filter((name) => Object.hasOwn(variables, name) && stands(`"$${name}"`))
    .toSorted()
  const hidden = [...new Set(shown.flatMap(({ curl }) => (curl.match(HIDDEN) ?? []).filter(stands).map(kindOf)))]
  const takers = services.filter(({ reached }) => reached === 'by events').map(({ id }) => id)
  const sent = shown.filter(({ service }) => takers.includes(service))
  const [renewed] = shown.flatMap(({ curl }) => RENEWED.exec(curl)?.[1] ?? [])
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
    ...(renewed === undefined || !stands('${RUN')
      ? []
      : [
          `keys and references are new each second; after RUN=${renewed} the commands of a shell share theirs, until unset RUN`,
        ]),
  ]
}

const variablesIn = ({ curl }: ReportedExchange): string[] => [...curl.matchAll(VARIABLE)].map(([, name = '']) => name)

const kindOf = (text: string): string =>
  text.startsWith('[') ? text.replace(/~\w+/, '~…') : `${text.slice(0, text.indexOf('*'))}***…~…`
