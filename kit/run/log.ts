import type { Attested } from '../check/context.ts'
import type { Judgement, Observation } from '../check/judgement.ts'
import type { Step } from '../check/steps.ts'

/** What a check saw of something that evidence must not hold. */
export interface AttestedValue {
  readonly check: string
  readonly requirement: string
  readonly about: string
  readonly value: Attested
}

/** What a run said, made up and chose, in the order in which it did. */
export class RunLog {
  readonly judgements: Judgement[] = []
  readonly observations: Observation[] = []
  /** Steps of recipes. */
  readonly steps: Step[] = []
  /** What the run made up or chose, by the check or fixture that asked: needed to judge it again from evidence. */
  readonly choices = {
    made: [] as [owner: string, text: string][],
    keys: [] as [owner: string, asked: string, name: string][],
    attested: [] as AttestedValue[],
    inboxes: new Map<string, string>(),
    /** How late our answers were, ms, by the delivery; the last word that was given. */
    late: new Map<string, Map<string, number>>(),
    stages: new Map<string, string>(),
  }
}
