import type { Judgement, Observation } from '../check/judgement.ts'
import type { Step } from '../check/steps.ts'

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
    inboxes: new Map<string, string>(),
  }
}
