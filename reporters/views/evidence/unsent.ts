import type { ReportedExchange } from '../../../kit/evidence/recorder.ts'
import type { Report } from '../../../kit/report/report.ts'
import { idsIn } from './ids.ts'
import type { Meanwhile } from './successive.ts'

type Told = Meanwhile & Pick<Report, 'run'>

export const pathOf = ({ request }: ReportedExchange): string => `${request.method} ${new URL(request.url).pathname}`

const CHANGES: readonly string[] = ['PUT', 'PATCH', 'DELETE']
/** Steps by which something is brought about. */
const DONE: readonly string[] = ['call', 'command', 'person']
/** Requests that are named, each of them. */
const NAMED = 2

/** What the run did before the requests that are told, as far as the judgement stands on it: they alone do not do it. */
export function unsentNote(
  { exchanges, steps }: Told,
  { told, exchange }: { readonly told: readonly ReportedExchange[]; readonly exchange: ReportedExchange },
  evidence: readonly string[],
): string | undefined {
  const begin = Math.min(...told.map(({ sentAt }) => sentAt))
  const isBefore = (each: ReportedExchange): boolean =>
    evidence.includes(each.id) && !told.includes(each) && each.sentAt < begin && each.request.method !== 'GET'
  const before = exchanges.filter(
    (each) => isBefore(each) && (CHANGES.includes(each.request.method) || each.check === exchange.check),
  )
  const named = told.flatMap(({ curl }) => idsIn(curl))
  // What a check has brought about at the same thing counts as its own: it may have been done for several.
  const isOfIt = ({ check, text }: Told['steps'][number]): boolean =>
    check === exchange.check || named.some((id) => text.includes(id))
  const recipes = steps.filter((each) => isOfIt(each) && DONE.includes(each.kind) && each.startedAt < begin)
  const had = [...new Set(recipes.map(({ recipe }) => recipe))].join(', ')
  const done = [
    ...(before.length === 0 ? [] : [`sent ${namesOf(before)}`]),
    ...(had === '' ? [] : [`had ${had} brought about`]),
  ]
  if (done.length > 0)
    return `before that the run ${done.join(' and ')}, which this does not do: it may show something else, and replay does all of it`
  // What made it is another matter: its id stands in the command.
  const about = exchanges.filter((each) => named.some((id) => each.response?.body.includes(id) === true))
  const others = about.slice(1).filter(isBefore)
  return others.length === 0
    ? undefined
    : `before that the run sent ${namesOf(others)} for another check, which this does not do: it may show something else`
}

function namesOf(exchanges: readonly ReportedExchange[]): string {
  const names = exchanges.map(pathOf)
  if (names.length <= NAMED) return names.join(' and ')
  // What a judgement stands on may be some of many: a number of them is no number of what was sent.
  const [first, ...others] = new Set(names)
  return others.length === 0 ? `${first} several times` : `${first}, ${others[0]} and more`
}

/** That commands ask for what the run had made, where they do not make it: whoever has forgotten it since has it no more. */
export function madeNote({ exchanges }: Told, told: readonly ReportedExchange[]): string | undefined {
  const ids = told.flatMap(({ curl }) => idsIn(curl))
  if (ids.length === 0 || told.some((each) => isCreation(each) && idsIn(each.curl).length === 0)) return undefined
  const begin = Math.min(...told.map(({ sentAt }) => sentAt))
  const isMade = exchanges.some(
    (each) =>
      each.sentAt < begin &&
      isCreation(each) &&
      each.response !== undefined &&
      each.response.status < 300 &&
      ids.some((id) => each.response?.body.includes(id)),
  )
  return isMade
    ? 'its id is one that the run was given: a service that keeps nothing over a restart has it no more, and replay makes another one'
    : undefined
}

const isCreation = ({ curl }: ReportedExchange): boolean => / -X POST /.test(curl)
