import { reportedDelivery, reportedExchange } from '../../evidence/reported.ts'
import { list, literal, mapOf, object, text } from '../../schema/build.ts'
import type { JsonSchema, Static } from '../../schema/schema.ts'
import { coverage } from '../coverage/schema.ts'
import { gate } from './baseline.ts'
import { check, observation, requirement, step } from './judged.ts'
import { nextSteps } from './next-steps.ts'
import { plan } from './plan.ts'
import { cost, outcome, run, service, suite, target } from './run.ts'

export type { Coverage } from '../coverage/schema.ts'
export type { ReportedBaseline } from './baseline.ts'
export type { ReportedJudgement, ReportedObservation, ReportedRequirement } from './judged.ts'
export type { NextStep } from './next-steps.ts'
export type { ReportedPlan } from './plan.ts'
export type { Outcome, ReportedCost, ReportedService, ReportedTarget, SuiteIdentity } from './run.ts'

export const REPORT_FORMAT = 'assay-report/2'

const report = object(
  {
    format: literal(REPORT_FORMAT),
    suite,
    run,
    target,
    services: list(service, { description: 'Those that were judged, in reading order.' }),
    outcome,
    plan,
    cost,
    coverage,
    faults: list(text(), { description: 'Errors of the suite outside of any requirement.' }),
    requirements: list(requirement),
    checks: list(check),
    observations: list(observation),
    notes: list(text()),
    steps: list(step, {
      description: 'What recipes had done outside of the interface under test, in the order in which it ended.',
    }),
    variables: mapOf(text(), {
      description: 'What variables in the commands of exchanges stand for: name to the place in the target file.',
    }),
    exchanges: list(reportedExchange),
    deliveries: list(reportedDelivery),
  },
  { gate, nextSteps },
)

/** The whole of a run as data: everything that a reader is shown comes from here. All texts are redacted. */
export interface Report extends Static<typeof report> {}

/** JSON Schema (2020-12) of the report. */
export const reportSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Report of a run of assay',
  ...report,
}
