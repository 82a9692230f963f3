import type { Attested } from '../check/context.ts'
import type { Step } from '../check/steps.ts'
import type { Judgement, Observation } from '../check/verdicts/judgement.ts'
import { ToldLateness } from './world/told-lateness.ts'
import { WaitEnds } from './world/wait-ends.ts'

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
    late: new ToldLateness(),
    waits: new WaitEnds(),
    stages: new Map<string, string>(),
  }
}
