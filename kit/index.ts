/**
 * What a suite is written with: `docs/writing-a-suite.md` leads through it, `examples/lending` is one from the document
 * to its proofs.
 */

export {
  type Contract,
  type ErrorRow,
  type Level,
  may,
  must,
  type Reading,
  type Requirement,
  should,
  type Unstated,
} from '../specs/contract.ts'
export type { Check } from './check/check.ts'
export type { CheckContext, Evidence, FixtureContext } from './check/context.ts'
export { definersFor } from './check/define.ts'
export { subjectOf } from './check/subject.ts'
export { Tally } from './check/tally.ts'
export type { VocabularyOf } from './check/vocabulary.ts'
export type { ClaimProbe, ServiceDefinition, Suite } from './contract/service.ts'
export { type Exchange, header, json } from './http/exchange.ts'
export type { Guard } from './http/guard.ts'
export { retryAfter } from './http/retry-after.ts'
export * from './match/index.ts'
export { type JudgeOptions, judge } from './report/judge.ts'
export type { Report } from './report/report.ts'
export { field } from './target/file/field.ts'
export { defineSection } from './target/section.ts'
export { sectionOf, type Target } from './target/target.ts'
export type { Answer, Delivery } from './webhooks/delivery.ts'
export type { Inbox } from './webhooks/inbox.ts'
