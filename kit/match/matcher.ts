/** What a matcher found. `soft` marks a contradiction of one reading only: it warns. */
export type Outcome =
  | { readonly ok: true; readonly note?: string }
  | { readonly ok: false; readonly actual: string; readonly soft?: boolean; readonly note?: string }

/** A pure expectation: usable to judge, to control and to wait. */
export interface Matcher<T> {
  /** What is expected, as it stands after "expected" in a sentence. */
  readonly expected: string
  test(value: T): Outcome
}

export const ok: Outcome = { ok: true }
export const no = (actual: string, note?: string): Outcome => ({
  ok: false,
  actual,
  ...(note === undefined ? {} : { note }),
})
export const soft = (actual: string, note?: string): Outcome => ({ ...no(actual, note), soft: true }) as Outcome

export function matcher<T>(expected: string, test: (value: T) => Outcome): Matcher<T> {
  return { expected, test }
}

/** All of them; the first hard mismatch speaks, then the first soft one. */
export function all<T>(...matchers: readonly Matcher<T>[]): Matcher<T> {
  return matcher(matchers.map((each) => each.expected).join(', '), (value) => {
    let softest: Outcome = ok
    for (const each of matchers) {
      const outcome = each.test(value)
      if (outcome.ok) continue
      if (outcome.soft !== true) return outcome
      if (softest.ok) softest = outcome
    }
    return softest
  })
}

/** Any of them; the first one speaks when none agrees, a soft mismatch being preferred to a hard one. */
export function any<T>(...matchers: readonly Matcher<T>[]): Matcher<T> {
  return matcher(matchers.map((each) => each.expected).join(' or '), (value) => {
    const outcomes = matchers.map((each) => each.test(value))
    return outcomes.find((each) => each.ok) ?? outcomes.find((each) => !each.ok && each.soft === true) ?? outcomes[0]!
  })
}

/** The same expectation; a contradiction that says nothing more has this note, where it may be another's mistake. */
export function noted<T>(inner: Matcher<T>, note: string, isSuch: (value: T) => boolean): Matcher<T> {
  return matcher(inner.expected, (value) => {
    const outcome = inner.test(value)
    return outcome.ok || outcome.note !== undefined || !isSuch(value) ? outcome : { ...outcome, note }
  })
}

/** The same expectation, its contradiction only a warning, with the reason why. */
export function lenient<T>(inner: Matcher<T>, note: string): Matcher<T> {
  return matcher(inner.expected, (value) => {
    const outcome = inner.test(value)
    return outcome.ok ? outcome : soft(outcome.actual, note)
  })
}
