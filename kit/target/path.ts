/** Where a value stands in the target file: member names and list positions from the root. */
export type Path = readonly (string | number)[]

/** `payment.keys.live[0]`; names that are no plain words are quoted. */
export function showPath(path: Path): string {
  let shown = ''
  for (const part of path) {
    if (typeof part === 'number') shown += `[${part}]`
    else if (/^[\w$-]+$/.test(part)) shown += shown === '' ? part : `.${part}`
    else shown += `[${JSON.stringify(part)}]`
  }
  return shown === '' ? '(whole file)' : shown
}

/** The value at a path, undefined where anything on the way is missing. */
export function valueAt(root: unknown, path: Path): unknown {
  let value = root
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
    value = (value as Record<string | number, unknown>)[part]
  }
  return value
}

const SECRET_NAMES = new Set(['keys', 'secret', 'signingKey', 'bearer', 'appKey'])
const SECRET_HEADER = /^(authorization|proxy-authorization|cookie)$|key|token|secret|signature|password/i

/** Whether a value at this path is never shown. */
export function isSecretPath(path: Path): boolean {
  return path.some(
    (part, index) =>
      typeof part === 'string' &&
      (SECRET_NAMES.has(part) || (path[index - 1] === 'headers' && SECRET_HEADER.test(part))),
  )
}
