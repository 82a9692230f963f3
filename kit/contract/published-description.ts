import type { Contract, Description } from '../../specs/contract.ts'

type Tree = Readonly<Record<string, unknown>>

/**
 * The OpenAPI description of a contract as other tools take it: the meaning of every error code where codes are shown,
 * and under `x-assay` what OpenAPI has no words for: the statements, what the document leaves open, the readings, the
 * rows of its error tables and its rate. References are as they were; the object is the caller's own.
 */
export function publishedDescription(contract: Contract): Description {
  const { id, title, catalogue, unstated, readings, errors, errorCodeAt, rate } = contract
  const described = withMeanings(contract.description(), errors) as Description
  const known = { contract: id, title, rate, errorCodeAt, errors, statements: catalogue, unstated, readings }
  const said = Object.entries(known).filter(
    ([, value]) => value !== undefined && (typeof value !== 'object' || Object.keys(value).length > 0),
  )
  return { ...described, 'x-assay': Object.fromEntries(said) } as Description
}

/** A copy in which each schema whose examples are error codes says what they mean. */
function withMeanings(part: unknown, errors: Contract['errors']): unknown {
  if (Array.isArray(part)) return part.map((each) => withMeanings(each, errors))
  if (typeof part !== 'object' || part === null) return part
  const tree = part as Tree
  const copy = Object.fromEntries(Object.entries(tree).map(([name, value]) => [name, withMeanings(value, errors)]))
  const meanings = meaningsOf(tree.examples, errors)
  if (meanings === undefined) return copy
  return { ...copy, description: [tree.description, meanings].filter((text) => text !== undefined).join('\n\n') }
}

function meaningsOf(examples: unknown, errors: Contract['errors']): string | undefined {
  if (!Array.isArray(examples) || examples.length === 0) return undefined
  const rows = examples.flatMap((code) => (Object.hasOwn(errors, code) ? [[code, errors[code]?.meaning]] : []))
  return rows.length === examples.length
    ? rows.map(([code, meaning]) => `- \`${code}\`: ${meaning}`).join('\n')
    : undefined
}
