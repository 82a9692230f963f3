import { matches } from '../../plan/selection.ts'

interface Told {
  readonly id: string
  readonly judgements: readonly { readonly check: string }[]
}

/** Whether a run that was narrowed was asked for it: by its own id, or as what a check that is named covers. */
export const isAsked = ({ id, judgements }: Told, only: readonly string[]): boolean =>
  only.length === 0 ||
  only.some((pattern) => matches(id, pattern) || judgements.some(({ check }) => matches(check, pattern)))
