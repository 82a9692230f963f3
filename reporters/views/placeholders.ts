import type { ReportedExchange } from '../../kit/evidence/recorder.ts'
import type { Report } from '../../kit/report/report.ts'
import { TROUBLES } from './verdict-words.ts'

/** Stand-ins for what no report shows: `255***00~fltjyt`, `[email~eygdgd]`. */
const HIDDEN = /\d{3}\*+\d{2}~[a-z]{6}|\[(?:name|email|phone)~[a-z]+\]/g
const KEY_VARIABLE = /(Authorization: \w+ |X-API-Key: )'"\$(\w+)"/g
/** Kinds of stand-ins that are named. */
const NAMED = 3

/** What stands in the commands of failures and has to be filled in before they can be repeated; nothing where all is there. */
export function standIns({ exchanges, requirements }: Report): string[] {
  const evidence = new Set(
    requirements
      .filter(({ verdict }) => TROUBLES.includes(verdict))
      .flatMap(({ judgements }) => judgements.flatMap((each) => each.evidence)),
  )
  const shown = exchanges.filter(({ id }) => evidence.has(id))
  const keys = new Map(shown.flatMap(variablesIn))
  const hidden = [...new Set(shown.flatMap(({ curl }) => (curl.match(HIDDEN) ?? []).map(kindOf)))]
  return [
    ...(keys.size === 0
      ? []
      : [
          `in the commands ${[...keys]
            .toSorted()
            .map(([name, of]) => `$${name} is ${of}`)
            .join(', ')}`,
        ]),
    ...(hidden.length === 0
      ? []
      : [`${hidden.slice(0, NAMED).join(', ')} stand for personal data: put in that of the target file`]),
  ]
}

function variablesIn({ curl, service, key }: ReportedExchange): [string, string][] {
  return [...curl.matchAll(KEY_VARIABLE)].flatMap(([, header, name = '']): [string, string][] => {
    if (service === 'messaging' && header !== 'X-API-Key: ') return [[name, 'messaging.bearer']]
    return key === '' ? [] : [[name, `${service}.keys.${key}`]]
  })
}

const kindOf = (text: string): string =>
  text.startsWith('[') ? text.replace(/~\w+/, '~…') : `${text.slice(0, 3)}***…~…`
