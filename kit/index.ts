/**
 * What a suite is written with: `docs/writing-a-suite.md` leads through it, `examples/lending` is one from the document
 * to its proofs.
 */

export {
  type Contract,
  type Description,
  type ErrorRow,
  type Level,
  may,
  must,
  type Reading,
  type Requirement,
  should,
  type Unstated,
} from '../specs/contract.ts'
export type { Check, Fixture } from './check/check.ts'
export type { Attested, CheckContext, Evidence, Finding, FixtureContext, Key, Usable } from './check/context.ts'
export {
  type CheckDefinition,
  type Definers,
  definersFor,
  type FixtureDefinition,
  type RuleDefinition,
} from './check/define.ts'
export type { Cost } from './check/order/cost.ts'
export { attested } from './check/verdicts/attested.ts'
export { subjectOf } from './check/verdicts/subject.ts'
export { Tally } from './check/verdicts/tally.ts'
export type { VocabularyOf } from './check/vocabulary.ts'
export type { Clock } from './clock/clock.ts'
export { SuiteError } from './contract/definition.ts'
export type {
  ClaimProbe,
  DeniedClaim,
  RedactionTraits,
  ServiceDefinition,
  Suite,
  WebhookTraits,
} from './contract/service.ts'
export type { SendRequest } from './http/client.ts'
export { type Exchange, header, json } from './http/exchange.ts'
export type { Guard, Guarded, GuardRefusal } from './http/guard.ts'
export { retryAfter } from './http/retry-after.ts'
export * from './match/index.ts'
export type { Price, Spends } from './rate/price.ts'
export { type JudgeOptions, judge } from './report/judge.ts'
export type { Report, ReportedJudgement, ReportedRequirement } from './report/report.ts'
export { SomethingElse, TargetSilent, TargetUnreachable } from './run/preflight/preflight-fault.ts'
export { call, perform } from './run/world/recipe.ts'
export type { ClaimOf } from './target/claim-types.ts'
export { field } from './target/file/field.ts'
export { TargetFileError } from './target/file/target-file-error.ts'
export { defineSection, type SectionDefinition } from './target/section.ts'
export { sectionOf, type Target } from './target/target.ts'
export type { Answer, Delivery } from './webhooks/delivery.ts'
export type { Inbox, InboxOptions } from './webhooks/inbox.ts'
export { CaptureClosed, DeliveryTimeout } from './webhooks/wait.ts'
