import type { ReportedExchange } from '../../kit/evidence/recorder.ts'
import { judgementText } from '../../kit/report/judgement-text.ts'
import { judgeTarget } from '../../kit/report/of-run.ts'
import type { Report } from '../../kit/report/report.ts'
import { ReceiverUnavailable } from '../../kit/run/preflight/open-receiver.ts'
import { preflightTarget } from '../../kit/run/preflight/preflight.ts'
import { atOnce, inWaves, lackingIn } from '../../reporters/views/evidence/commands.ts'
import { typedIn } from '../../reporters/views/evidence/repeating.ts'
import { printable } from '../../reporters/views/printable.ts'
import { type Assembly, loaded, sectionsOf, suitesOf, typedName } from '../assembly.ts'
import { flagsText } from '../options/flags-text.ts'
import { chooseTarget, type TargetFlags, targetFlagsOf } from '../run/terms/target.ts'
import { UsageError } from '../usage-error.ts'

export interface CounterexampleFlags extends TargetFlags {
  readonly seed: number
  readonly path: string
}

/** What a counterexample and its control may send. */
const ALLOWED = 100

/**
 * Tries one generated value again, exactly as a report names it, and prints its requests as commands. Gives back 1 where
 * it is contradicted again, 0 where it is not, 3 where it could not be tried.
 */
export async function tryAgain(id: string, flags: CounterexampleFlags, assembly: Assembly): Promise<number> {
  const { target, variables, embedded } = await chooseTarget(flags, assembly, process.cwd(), process.env)
  try {
    const { services, checks } = await loaded(suitesOf(assembly, target))
    const check = checks.find((each) => each.id === id)
    if (check?.generated === undefined)
      throw new UsageError(
        `${id}: no check with generated values of this target has that id; ${typedName(assembly)} list shows them`,
      )
    const { taken } = await preflightTarget(target, services, new AbortController().signal)
    for (const note of taken) process.stderr.write(`note: ${printable(note)}\n`)
    const allow = { ...target.allow, generated: target.allow.generated ?? ALLOWED }
    const report = await judgeTarget({
      target: { ...target, allow },
      services,
      checks: [check],
      variables,
      depth: 'deep',
      seed: flags.seed,
      path: flags.path,
    })
    const named = flagsText(targetFlagsOf(flags, sectionsOf(assembly)))
    process.stdout.write(commandsOf(typedIn(report, typedName(assembly), named), id))
    const [worst] = report.checks
    return worst?.verdict === 'fail' || worst?.verdict === 'warn' ? 1 : worst?.verdict === 'pass' ? 0 : 3
  } catch (error) {
    if (error instanceof ReceiverUnavailable) throw new UsageError(error.message)
    throw error
  } finally {
    await embedded?.close()
  }
}

function commandsOf({ exchanges, requirements }: Report, id: string): string {
  const judged = requirements.flatMap(({ id: requirement, at, judgements }) =>
    judgements
      .filter(({ verdict }) => verdict !== 'pass' && verdict !== 'unexercised')
      .map((judgement) => `${judgement.verdict} ${requirement}: ${judgementText(judgement, at)}`),
  )
  const sent = exchanges.filter(({ check }) => check === id)
  return [
    ...inWaves(sent).flatMap(asCommands),
    ...(judged.length === 0 ? ['nothing is contradicted'] : judged),
    '',
  ].join('\n')
}

/** Those that went out together do so again. */
const asCommands = (wave: readonly ReportedExchange[]): string[] => [
  ...wave.map(({ label }) => `# ${label}`),
  ...(wave.length === 1 ? wave.map(({ curl }) => curl) : atOnce(wave.map(({ curl }) => curl))),
  ...[lackingIn(wave)].flatMap((each) => (each === undefined ? [] : [`# ${each}`])),
  ...wave.map(({ response, fault }) =>
    response === undefined ? `# no answer: ${fault?.message}` : `# answered ${response.status}`,
  ),
  '',
]
