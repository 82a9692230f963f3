import fc from 'fast-check'
import { status } from '../../../kit/match/index.ts'
import type { JsonObject } from '../../../kit/target/file/parts.ts'
import type { Property } from '../../shared/generated/property.ts'
import { records } from '../client/answers.ts'
import { listSenders, user } from '../client/api.ts'
import type { CheckContext } from '../define.ts'
import { allSenders } from '../resources/own-records.ts'
import { valueIn } from '../resources/senders.ts'
import { untroubled } from './answering.ts'

interface Filter {
  readonly name: 'is_active' | 'is_default'
  readonly wanted: boolean
}

const FILTERS = { is_active: 'msg.senders.filter-active', is_default: 'msg.senders.filter-default' } as const
const ACCEPTED = {
  is_active: 'msg.senders.filter-active-accepted',
  is_default: 'msg.senders.filter-default-accepted',
} as const

/** Endpoints: filters leave exactly the senders that match, one filter or both, in either order. */
export async function filteredSenders(t: CheckContext): Promise<Property<readonly Filter[]>> {
  const all = records(await t.use(allSenders)) ?? t.abortBlocked('the list without filters cannot be read')
  const shownAs = { is_active: valueIn(all, 'is_active'), is_default: valueIn(all, 'is_default') }
  const fits = (sender: JsonObject, filters: readonly Filter[]): boolean =>
    filters.every(({ name, wanted }) => shownAs[name](sender) === wanted)
  const idOf = ({ id }: JsonObject): string => String(id)
  return {
    values: () =>
      fc.uniqueArray(
        fc.record<Filter>({ name: fc.constantFrom<Filter['name'][]>('is_active', 'is_default'), wanted: fc.boolean() }),
        { minLength: 1, maxLength: 2, selector: ({ name }) => name },
      ),
    async attempt(filters, found) {
      const query = filters.map(({ name, wanted }) => `${name}=${wanted}`).join('&')
      const answer = await listSenders(t, user(t), query, `generated filter ${query}`)
      untroubled(answer, found)
      const [{ name } = { name: 'is_active' as const }] = filters
      if (!found.judge(ACCEPTED[name], answer, status('2xx'))) return
      const shown = (records(answer) ?? []).map(idOf).toSorted()
      const wanted = all
        .filter((sender) => fits(sender, filters))
        .map(idOf)
        .toSorted()
      found.conclude(FILTERS[name], {
        ok: JSON.stringify(shown) === JSON.stringify(wanted),
        subject: `the senders with ${query}`,
        expected: `${wanted.length} of the ${all.length} senders: ${wanted.join(', ')}`,
        actual: `${shown.length}: ${shown.join(', ')}`,
        evidence: [answer],
      })
    },
  }
}
