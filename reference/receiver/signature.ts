import { createHmac, timingSafeEqual } from 'node:crypto'
import type { SignatureBehaviour } from './behaviour.ts'

const SCHEME = 'sha256='

/** Whether one of the lines that count is the signature of what was signed. */
export function verifies(
  lines: readonly string[],
  secret: string,
  signed: readonly Buffer[],
  behaviour: SignatureBehaviour,
): boolean {
  const counted = linesThatCount(lines, behaviour)
  const key = Buffer.from(secret, behaviour.encoding)
  const keys = behaviour.emptyKey ? [key, Buffer.alloc(0)] : [key]
  return counted.some((line) => keys.some((each) => isOf(line, each, signed, behaviour)))
}

function linesThatCount(lines: readonly string[], { lines: which }: SignatureBehaviour): readonly string[] {
  if (which === 'any') return lines
  if (which === 'first') return lines.slice(0, 1)
  if (which === 'last') return lines.slice(-1)
  return lines.length === 1 ? lines : []
}

function isOf(line: string, key: Buffer, signed: readonly Buffer[], behaviour: SignatureBehaviour): boolean {
  const { scheme, upperCase, digits, asGiven, anyKey } = behaviour
  if (scheme && !line.startsWith(SCHEME)) return false
  const given = (/^(?:\w+=)?(.*)$/.exec(line)?.[1] ?? '').replace(/[A-F]/g, (each) =>
    upperCase ? each.toLowerCase() : each,
  )
  if (anyKey) return /^[0-9a-f]{64}$/.test(given)
  const mac = createHmac('sha256', key)
  for (const each of signed) mac.update(each)
  const right = mac.digest('hex')
  if (asGiven) return right.startsWith(given)
  if (digits !== undefined) return given.slice(0, digits) === right.slice(0, digits)
  return given.length === right.length && timingSafeEqual(Buffer.from(given), Buffer.from(right))
}

/** The bytes of a body as they are verified. */
export function asVerified(body: Buffer, { over, reads }: SignatureBehaviour): Buffer {
  if (over === 'rewritten') return Buffer.from(JSON.stringify(JSON.parse(body.toString('utf8'))))
  if (reads === 'Latin-1') return Buffer.from(body.toString('latin1'), 'utf8')
  return reads === 'trimmed' ? Buffer.from(body.toString('utf8').trim()) : body
}
