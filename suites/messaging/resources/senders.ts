import type { Check } from '../../../kit/check/check.ts'
import { subjectOf } from '../../../kit/check/verdicts/subject.ts'
import { Tally } from '../../../kit/check/verdicts/tally.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { cameBack, type Matcher, matcher, show, soft, status } from '../../../kit/match/index.ts'
import type { JsonObject } from '../../../kit/target/file/parts.ts'
import { invalid, isRecordList, isSuccess, records, success, withoutCopies } from '../client/answers.ts'
import { listSenders, user } from '../client/api.ts'
import { type Fault, judgeTogether, mostSent } from '../client/blame.ts'
import { type CheckContext, defineCheck, defineFixture } from '../define.ts'
import { allSenders } from './own-records.ts'

const NAMES = ['is_active', 'is_default'] as const
type Name = (typeof NAMES)[number]

const ACCEPTED = {
  is_active: 'msg.senders.filter-active-accepted',
  is_default: 'msg.senders.filter-default-accepted',
} as const
const KEPT = { is_active: 'msg.senders.filter-active', is_default: 'msg.senders.filter-default' } as const
const REFUSED = {
  is_active: 'msg.senders.filter-active-invalid',
  is_default: 'msg.senders.filter-default-invalid',
} as const

interface Filtered {
  readonly filter: Readonly<Partial<Record<Name, boolean>>>
  readonly answer: Exchange
}

/** Each value of each filter, alone and with each value of the other. */
const VALUES = [undefined, true, false] as const
const COMBINATIONS: readonly Filtered['filter'][] = VALUES.flatMap((is_active) =>
  VALUES.map((is_default) => ({
    ...(is_active === undefined ? {} : { is_active }),
    ...(is_default === undefined ? {} : { is_default }),
  })),
).filter((each) => Object.keys(each).length > 0)

const query = (filter: Filtered['filter']): string =>
  NAMES.flatMap((name) => (filter[name] === undefined ? [] : [`${name}=${filter[name]}`])).join('&')

/** The list under each filter alone and under both. Where one alone is refused, both tell nothing of the other. */
const filtered = defineFixture({
  name: 'filtered-senders',
  needs: allSenders.needs,
  uses: [allSenders],
  tier: 'read',
  cost: { requests: { bound: COMBINATIONS.length } },
  make: async (t): Promise<readonly Filtered[]> => {
    t.control(await t.use(allSenders), status('2xx'))
    const ask = async (filter: Filtered['filter']): Promise<Filtered> => {
      const text = query(filter)
      return { filter, answer: await listSenders(t, user(t), text, text) }
    }
    const found = await Promise.all(COMBINATIONS.map(ask))
    const alone = found.filter(({ filter }) => Object.keys(filter).length === 1)
    const isOfBoth = alone.every(({ answer }) => isSuccess(answer))
    return found.filter(({ filter, answer }) => isSuccess(answer) || isOfBoth || Object.keys(filter).length === 1)
  },
})

/** Some writers of JSON leave out what is false: where a member is true in the list and never false, it is false where it is not. */
export function valueIn(all: readonly JsonObject[], name: Name): (each: JsonObject) => unknown {
  const shown = new Set(all.map((each) => each[name]))
  const isLeftOut = shown.has(true) && !shown.has(false)
  return (each) => (each[name] === undefined && isLeftOut ? false : each[name])
}

/** Holds the lists under a filter against the filter itself and against the list without. */
function judgeFilter(t: CheckContext, name: Name, all: readonly JsonObject[], lists: readonly Filtered[]): void {
  const tally = new Tally(t, KEPT[name], `senders with that ${name}`)
  const known = new Set(all.map(({ id }) => String(id)))
  const stateOf = { is_active: valueIn(all, 'is_active'), is_default: valueIn(all, 'is_default') }
  for (const { filter, answer } of lists) {
    const shown = records(answer)
    const wanted = filter[name]
    if (wanted === undefined || shown === undefined || !isSuccess(answer)) continue
    const subject = subjectOf(answer)
    const others = shown.filter((each) => stateOf[name](each) !== wanted && !isIllTyped(each[name]))
    const odd = others.find((each) => typeof each[name] === 'boolean') ?? others[0]
    const fits = (each: JsonObject): boolean =>
      NAMES.every((one) => filter[one] === undefined || stateOf[one](each) === filter[one])
    const ids = new Set(shown.map(({ id }) => String(id)))
    const lost = all.find((each) => each.id !== undefined && fits(each) && !ids.has(String(each.id)))
    if (odd !== undefined)
      tally.contradict({
        subject,
        actual: `one with ${name} ${show(odd[name])}`,
        soft: typeof odd[name] !== 'boolean',
        evidence: [answer],
      })
    // Of two filters that both hold, nobody knows which one lost a sender.
    else if (lost !== undefined && shown.every(fits))
      tally.contradict({ subject, actual: 'a sender that fits is left out', soft: true, evidence: [answer] })
    else if (all.length > 0 && shown.some(({ id }) => id !== undefined && !known.has(String(id))))
      tally.contradict({ subject, actual: 'a sender that is not in the whole list', soft: true, evidence: [answer] })
    else tally.agree([answer])
  }
  tally.close('no filtered list came')
}

/** A filtered list is a list: where the whole one is none, that is told there. */
const listed = success(isRecordList)

/** A value of a wrong type is the matter of the field's own rule. */
const isIllTyped = (value: unknown): boolean => value !== undefined && value !== null && typeof value !== 'boolean'

/** Whoever looks for true and false alone overlooks every other value: what becomes of it is not told. */
const unlikeBoolean: Matcher<Exchange> = matcher('400 or 422', (answer) =>
  isSuccess(answer) ? soft(cameBack(answer), 'a value that is no boolean may be overlooked') : invalid().test(answer),
)

const refused = NAMES.map((name): Fault => ({ covers: REFUSED[name], member: name }))

export const senders: readonly Check[] = [
  // Endpoints: an array of senders.
  defineCheck({
    id: 'msg/senders/list',
    title: 'Senders are listed as an array, those of one user',
    covers: ['msg.senders.list', 'msg.senders.own-only'],
    needs: allSenders.needs,
    uses: [allSenders],
    run: async (t) => {
      const answer = await t.use(allSenders)
      t.judge('msg.senders.list', answer, success(isRecordList))
      t.judge('msg.senders.list', answer, success(withoutCopies('id')))
      const owners = new Set(
        (records(answer) ?? []).flatMap((each) => (typeof each.user_id === 'string' ? [each.user_id] : [])),
      )
      if (owners.size === 0) {
        t.markUnexercised('msg.senders.own-only', 'not met', 'no sender with a user_id was listed')
        return
      }
      t.conclude('msg.senders.own-only', {
        ok: owners.size === 1,
        subject: subjectOf(answer),
        expected: 'senders of one user',
        actual: `senders of ${owners.size} users`,
        evidence: [answer],
      })
    },
  }),

  // Endpoints: two optional filters, each a boolean. That they filter is not said in words, so what they do warns.
  defineCheck({
    id: 'msg/senders/filters',
    title: 'Both filters are accepted, alone and together, and leave what fits',
    covers: [...Object.values(ACCEPTED), ...Object.values(KEPT)],
    needs: allSenders.needs,
    uses: [allSenders, filtered],
    run: async (t) => {
      const lists = await t.use(filtered)
      const isList = records(await t.use(allSenders)) !== undefined
      const whole = records(await t.use(allSenders)) ?? []
      for (const name of NAMES) {
        const asked = lists.filter(({ filter }) => filter[name] !== undefined)
        for (const { answer } of asked.filter((each) => !isSuccess(each.answer)))
          t.judge(ACCEPTED[name], answer, status('2xx'))
        const shapeless = isList ? asked.filter(({ answer }) => isSuccess(answer) && records(answer) === undefined) : []
        for (const { answer } of shapeless) t.judge(ACCEPTED[name], answer, listed)
        const bad = asked.some(({ answer }) => !isSuccess(answer))
        const [first] = asked
        if (!bad && first !== undefined) t.judge(ACCEPTED[name], first.answer, status('2xx'))
        judgeFilter(t, name, whole, lists)
      }
      t.observe('msg.open.sender-deleted', whole.some((each) => each.is_deleted === true) ? 'listed' : 'none seen')
    },
  }),

  // Errors: invalid fields answer 400 or 422.
  defineCheck({
    id: 'msg/senders/invalid-filters',
    title: 'A filter that is no boolean is refused',
    covers: refused.map(({ covers }) => covers),
    needs: allSenders.needs,
    uses: [allSenders],
    cost: { requests: { bound: mostSent(refused) }, typical: { requests: { bound: 1 } } },
    run: async (t) => {
      t.control(await t.use(allSenders), status('2xx'))
      const send = (wrong: readonly Fault[], label: string): Promise<Exchange> =>
        listSenders(t, user(t), wrong.map(({ member }) => `${member}=maybe`).join('&'), label)
      await judgeTogether(t, refused, unlikeBoolean, send, () => true)
    },
  }),
]
