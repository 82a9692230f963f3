import { type PlannedGaps, plannedGaps } from '../../../kit/report/steps/planned-steps.ts'
import { checkedTargetFile } from '../../../kit/target/file/load.ts'
import { resolveTarget } from '../../../kit/target/target.ts'
import { pastedStep } from '../../../reporters/views/unexercised/next-step-words.ts'
import { loaded, suitesOf } from '../../assembly.ts'
import { own } from '../own.ts'
import { type OwnTargetFile, sections } from '../services.ts'

/** Steps that are told; the others stand in the file, as comments. */
const TOLD = 8

/** What a file leaves open, what would bring the most first. */
export async function openQuestions(file: OwnTargetFile, path: string): Promise<readonly string[]> {
  const { steps, seenPerhaps } = await gapsOf(file, path)
  if (steps.length === 0) return []
  const shown = steps.slice(0, TOLD)
  return [
    '',
    `What is still open, what brings the most first; a line goes into ${path}, with what its comment names filled in:`,
    ...shown.flatMap((step, index) => pastedStep(step, index === 0, { seenPerhaps })),
    ...(steps.length > TOLD ? ['  The file has what is left, as comments.'] : []),
  ]
}

async function gapsOf(file: OwnTargetFile, path: string): Promise<PlannedGaps> {
  // Variables that are not set yet are as good as set: what they hold decides nothing here.
  const names = [...JSON.stringify(file).matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => name)
  const env = Object.fromEntries(names.map((name) => [name, `value-of-${name}`]))
  const { file: whole, secrets } = checkedTargetFile(path, file, env, sections)
  const target = resolveTarget(whole, { sections, secrets })
  const { services, checks } = await loaded(suitesOf(own, target))
  return plannedGaps({
    target: { ...target, allow: { ...target.allow, generated: 0 } },
    services,
    checks,
    depth: 'standard',
    hasPerson: false,
  })
}
