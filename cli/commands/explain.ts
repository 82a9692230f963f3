import { contractOf } from '../../kit/contract/catalogues.ts'
import { nearestOf } from '../../kit/plan/nearest-ids.ts'
import { claimsOf } from '../../kit/target/claims.ts'
import { type Assembly, loaded, sectionsOf } from '../assembly.ts'
import { UsageError } from '../usage-error.ts'

/** Prints everything that is known about one requirement. */
export async function explain(id: string, assembly: Assembly): Promise<number> {
  const { name, suites, flawsThatBreak } = assembly
  const claims = claimsOf(sectionsOf(assembly))
  const contracts = suites.map(({ service }) => service.contract)
  const contract = contractOf(contracts, id)
  const requirement = contract?.catalogue[id]
  if (contract === undefined || requirement === undefined) {
    const near = nearestOf(
      id,
      contracts.flatMap(({ catalogue }) => Object.keys(catalogue)),
    )
    const hint =
      near.length === 0 ? `${name} list shows them all.` : `Near it:\n${near.map((each) => `  ${each}`).join('\n')}`
    throw new UsageError(`there is no requirement ${id}. ${hint}`)
  }
  const { level, at, text, unobservable } = requirement
  const own = await loaded(suites.filter(({ service }) => service.contract === contract))
  const checks = own.checks.filter((check) => check.covers.includes(id))
  const needs = new Set([...checks, ...checks.flatMap((check) => check.uses)].flatMap((each) => each.needs))
  const lines = [
    `${id} (${level})`,
    `  ${text}`,
    `  ${at}`,
    ...(unobservable === undefined ? [] : [`  Unobservable: ${unobservable}`]),
    ...section(
      'Readings',
      Object.entries(contract.readings)
        .filter(([, reading]) => reading.touches.includes(id))
        .flatMap(([name, { conflict, policy }]) => [name, `  ${conflict}`, `  ${policy}`]),
    ),
    ...section(
      'Checks',
      checks.map((check) => `${check.id}: ${check.title} (${check.tier}, ${check.phase})`),
    ),
    // In the order of the target file.
    ...section(
      'Needed in the target file',
      [...needs].toSorted((a, b) => claims.all.indexOf(a) - claims.all.indexOf(b)).map(claims.lineFor),
    ),
    ...section('Flaws of the reference that break it', (await flawsThatBreak?.(id)) ?? []),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  return 0
}

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)]
