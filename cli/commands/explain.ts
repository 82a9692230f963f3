import { catalogue, type RequirementId, readings } from '../../specs/index.ts'
import { nearestOf } from '../options/nearest-ids.ts'
import { checksOf } from '../run/suites.ts'
import { claims } from '../services.ts'
import { UsageError } from '../usage-error.ts'
import { serviceOf } from './list.ts'

/** Prints everything that is known about one requirement. */
export async function explain(id: string): Promise<number> {
  if (!Object.hasOwn(catalogue, id)) {
    const near = nearestOf(id, Object.keys(catalogue))
    const hint =
      near.length === 0 ? 'assay list shows them all.' : `Near it:\n${near.map((each) => `  ${each}`).join('\n')}`
    throw new UsageError(`there is no requirement ${id}. ${hint}`)
  }
  process.stdout.write(`${(await explanation(id as RequirementId)).join('\n')}\n`)
  return 0
}

async function explanation(id: RequirementId): Promise<string[]> {
  const { level, at, text, unobservable } = catalogue[id]
  const checks = (await checksOf([serviceOf(id)])).filter((check) => check.covers.includes(id))
  const fixtures = checks.flatMap((check) => check.uses)
  const needs = new Set([...checks, ...fixtures].flatMap((each) => each.needs))
  const needed = [...needs].toSorted((a, b) => position(a) - position(b))
  const flaws = await flawsOf(id)
  const section = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)]
  return [
    `${id} (${level})`,
    `  ${text}`,
    `  ${at}`,
    ...(unobservable === undefined ? [] : [`  Unobservable: ${unobservable}`]),
    ...section(
      'Readings',
      Object.entries(readings)
        .filter(([, reading]) => reading.touches.includes(id))
        .flatMap(([name, { conflict, policy }]) => [name, `  ${conflict}`, `  ${policy}`]),
    ),
    ...section(
      'Checks',
      checks.map((check) => `${check.id}: ${check.title} (${check.tier}, ${check.phase})`),
    ),
    ...section('Needed in the target file', needed.map(claims.lineFor)),
    ...section('Flaws of the reference that break it', flaws),
  ]
}

const position = (claim: string): number => claims.all.indexOf(claim)

async function flawsOf(id: RequirementId): Promise<string[]> {
  const { paymentFlaws } = await import('../../reference/payment/index.ts')
  const { messagingFlaws } = await import('../../reference/messaging/index.ts')
  return Object.entries<{ readonly breaks: readonly string[] }>({ ...paymentFlaws, ...messagingFlaws })
    .filter(([, { breaks }]) => breaks.includes(id))
    .map(([name]) => name)
}
