import { CLAIMS, hasClaim, lineFor } from '../../kit/target/claims.ts'
import type { TargetFile } from '../../kit/target/file.ts'
import { targetFileSchema } from '../../kit/target/schema.ts'
import type { JsonSchema } from '../../kit/target/schema-parts.ts'
import { resolveTarget } from '../../kit/target/target.ts'

const HEAD = [
  '# Target file of assay: a deployment under test, what it has, what a run may do to it.',
  '# ${NAME} stands for the environment variable NAME: secrets are never written here.',
  '# assay schema target prints the JSON Schema of this file, for editors.',
]

/** A target file as YAML, each part with what it is for, and what more could be said in comments. */
export function targetFileText(file: TargetFile): string {
  return [...HEAD, '', ...treeLines(file, targetFileSchema, ''), '', ...moreLines(file), ''].join('\n')
}

function treeLines(tree: object, schema: JsonSchema, indent: string): string[] {
  return Object.entries(tree).flatMap(([name, value]) => {
    const own = schema.properties?.[name]
    const comment = own?.description === undefined ? [] : [`${indent}# ${own.description}`]
    const isRecord = own?.properties !== undefined && typeof value === 'object'
    return isRecord
      ? [...comment, `${indent}${name}:`, ...treeLines(value, own, `${indent}  `)]
      : [...comment, `${indent}${name}: ${JSON.stringify(value)}`]
  })
}

/** The line of every claim that the file does not make, each a path from the root, for its author to take over. */
function moreLines(file: TargetFile): string[] {
  const target = resolveTarget(file, { secrets: [] })
  const services = (['payment', 'messaging'] as const).filter((service) => file[service] === undefined)
  const missing = CLAIMS.filter((claim) => {
    if (hasClaim(target, claim) || services.some((service) => claim === service || claim.startsWith(`${service}.`)))
      return false
    if (CLAIMS.some((each) => each.startsWith(`${claim}.`))) return false
    // The budget of a service that is not there, and what comes with the line of another claim.
    if (claim === 'payment.defaults') return false
    return (
      !(claim === 'allow.messages' && file.messaging === undefined) && !(isPaid(claim) && file.payment === undefined)
    )
  })
  return [
    '# What more can be judged, and how it is said. A line counts once its # is taken away and each … is filled in.',
    ...services.map((service) => `# ${lineFor(service)}   # ${descriptionOf(service)}`),
    ...missing.flatMap((claim) =>
      lineFor(claim)
        .split('\n')
        .map((line) => `# ${line}   # ${descriptionOf(line.slice(0, line.indexOf(':')))}`),
    ),
  ]
}

const isPaid = (claim: string): boolean => claim === 'allow.payments' || claim === 'allow.profileWrites'

function descriptionOf(path: string): string {
  const schema = path
    .split('.')
    .reduce<JsonSchema | undefined>((found, name) => found?.properties?.[name], targetFileSchema)
  return schema?.description ?? ''
}
