import { UNEXERCISED_REASONS, VERDICTS } from '../../check/verdicts/verdict.ts'
import { boolean, choice, count, list, mapOf, number, object, text } from '../../schema/build.ts'
import type { Static } from '../../schema/schema.ts'

const texts = list(text())
const verdict = choice(VERDICTS)
const line = text({ description: 'The line of the target file that would have it exercised.' })

export const why = choice(UNEXERCISED_REASONS, { description: 'Why it was not exercised.' })

const cell = mapOf(text(), { description: 'A value for each dimension that the requirement ranges over.' })

const judgement = object(
  {
    check: text(),
    verdict,
    evidence: list(text(), { description: 'Ids of the exchanges and deliveries that it stands on.' }),
  },
  {
    subject: text({ description: 'What was judged.' }),
    expected: text(),
    actual: text(),
    reason: text({ description: 'Why, for the verdicts that are no comparison; a note on others.' }),
    why,
    line,
    more: count({ description: 'How many contradictions more of the same kind there are, which are not told.' }),
    cells: list(cell, { description: 'Where in what the requirement ranges over it was looked at.' }),
  },
)

const reading = object({ conflict: text(), policy: text() })

export const requirement = object(
  {
    id: text(),
    level: choice(['must', 'should', 'may']),
    at: text({ description: 'Where the document says it.' }),
    text: text(),
    verdict,
    judgements: list(judgement),
  },
  {
    why,
    reason: text({ description: 'The same in words.' }),
    line,
    over: mapOf(texts, { description: 'What it ranges over: values by dimension.' }),
    readings: list(reading, {
      description: 'The decisions that its judgement follows where sentences of the document collide.',
    }),
  },
)

export const observation = object(
  { id: text(), check: text(), value: text(), evidence: texts, at: text(), text: text() },
  {},
  { description: 'What the target does at an open point of the document, with that point.' },
)

const moment = count({ description: 'Wall clock, milliseconds since the epoch.' })

export const check = object(
  { id: text(), title: text(), verdict, startedAt: moment, ms: number() },
  { generated: boolean({ description: 'Whether it tries generated values.' }) },
)

export const step = object(
  {
    check: text(),
    recipe: text(),
    kind: choice(['call', 'command', 'person', 'probe', 'operation']),
    text: text({ description: 'What was called, run or asked.' }),
    startedAt: moment,
    endedAt: moment,
    outcome: text({ description: '`done`, or why it was not.' }),
  },
  { answer: text({ description: 'What a probe showed, or a driver said of an operation.' }) },
)

/** A judgement as it stands under its requirement. */
export interface ReportedJudgement extends Static<typeof judgement> {}
export interface ReportedRequirement extends Static<typeof requirement> {}
/** An observation with the open point of the document that it answers. */
export type ReportedObservation = Static<typeof observation>
