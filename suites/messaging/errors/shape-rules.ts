import type { Check } from '../../../kit/check/check.ts'
import { subjectOf } from '../../../kit/check/verdicts/subject.ts'
import { Tally } from '../../../kit/check/verdicts/tally.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { type Matcher, matcher, no, ok, show } from '../../../kit/match/index.ts'
import { type Absence, closing } from '../../shared/absence.ts'
import { isSuccess } from '../client/answers.ts'
import { neverNull } from '../client/nulls.ts'
import { type Claim, defineRule, type RequirementId } from '../define.ts'

/** A value that an answer shows, and what it is held against. */
export interface Shown {
  readonly value: unknown
  readonly expected?: Matcher<unknown>
  /** Where it stands, where that is not the member of the rule. */
  readonly member?: string
}

export interface ShapeRule {
  readonly name: string
  readonly title: string
  readonly covers: RequirementId
  /** How a failure calls the value. */
  readonly member: string
  readonly expected: Matcher<unknown>
  /** What has to be claimed for an answer to show one, where that is not the service alone. */
  readonly observes?: readonly Claim[]
  /** null is none of its values: see `neverNull`. */
  readonly isNeverNull?: true
  /** The values of an answer that it is about. */
  readonly of: (exchange: Exchange) => readonly Shown[]
  /** What is true of a deployment that never shows one. */
  readonly absence?: Absence
}

export const present = (value: unknown): readonly Shown[] => (value === undefined ? [] : [{ value }])

/** Whether a member is there at all. */
export const isThere = (what: string): Matcher<unknown> =>
  matcher(what, (value) => (value === undefined || value === null ? no(show(value)) : ok))

/** A judgement of every value of the run that a statement is about. */
export const shapeChecks = (rules: readonly ShapeRule[]): readonly Check[] =>
  rules.map(({ name, title, covers, member, expected, isNeverNull, observes, of, absence }) =>
    defineRule({
      id: `msg/shapes/${name}`,
      title,
      covers: [covers],
      ...(observes && { observes }),
      run: async (t) => {
        const tally = new Tally(t, covers, expected.expected)
        const answers = t.exchanges().filter(({ service }) => service === 'messaging')
        // What a refusal has, an answer to what was done may lack.
        const alike = (one: Exchange): readonly unknown[] =>
          answers.flatMap((other) => (isSuccess(other) === isSuccess(one) ? of(other).map(({ value }) => value) : []))
        for (const each of answers) {
          for (const shown of of(each)) {
            const subject = `${shown.member ?? member} in ${subjectOf(each)}`
            const own = isNeverNull === true && shown.value === null ? neverNull(expected, alike(each)) : expected
            tally.test(subject, each, shown.expected ?? own, shown.value)
          }
        }
        const nothing = 'no answer of this kind was seen in this run'
        tally.close(absence === undefined ? nothing : closing(absence, t.exchanges(), nothing))
      },
    }),
  )
