import { EDGES, ESCAPES, LAYOUTS, memberRewrites, type Rewrite } from './body.ts'
import {
  DIGESTS,
  type Digest,
  type Evidence,
  type Framing,
  HMAC,
  type Key,
  LARGE_BODY,
  type Option,
  rightFraming,
  wrongFramings,
  wrongKeys,
} from './recipes.ts'

export { type Evidence, KEY_READINGS } from './recipes.ts'

export interface Finding {
  /** Names of the mistakes joined by ` + `, such as `re-serialised + base64`. */
  readonly recipe: string
  readonly parts: readonly string[]
  /** For a failure text; holds neither the secret nor a digest. */
  readonly sentence: string
}

type Mistake = Pick<Option<unknown>, 'name' | 'phrase'>
interface Claim {
  readonly digest: Buffer
  readonly mistakes: readonly Mistake[]
}

/**
 * Explains a signature that did not verify by repeating the usual mistakes, one or two of them at once, besides the form
 * the digest is written in. Undefined when none gives the signature received, and when the signature is right after all.
 */
export function autopsy(evidence: Evidence): Finding | undefined {
  const claims = readings(evidence.signature.trim())
  if (claims.length === 0) return undefined
  const framings = wrongFramings(evidence)
  const axes = {
    layout: LAYOUTS,
    escape: ESCAPES,
    edge: EDGES,
    framing: framings,
    member: memberRewrites(evidence.body),
    key: wrongKeys(evidence),
    digest: DIGESTS,
  }
  const names = Object.keys(axes) as (keyof typeof axes)[]

  // A thousand candidates each: worth it alone, not in every pair.
  const pairable = (option: Mistake) => option.name !== 'milliseconds-timestamp'
  const attempt = (chosen: Chosen, mistakes: readonly Mistake[]): Finding | undefined => {
    for (const digest of digests(evidence, chosen)) {
      const claim = claims.find((candidate) => candidate.digest.equals(digest))
      if (claim !== undefined) return finding([...mistakes, ...claim.mistakes])
    }
    return undefined
  }

  const plain = attempt({}, [])
  if (plain !== undefined) return plain.parts.length === 0 ? undefined : plain
  // Writing the body again undoes small changes too: the smaller explanation goes first.
  for (const axis of new Set(['edge', 'escape', ...names] as const)) {
    for (const option of axes[axis]) {
      const found = attempt({ [axis]: option }, [option])
      if (found !== undefined) return found
    }
  }
  if (evidence.body.length > LARGE_BODY) return undefined
  for (const [index, first] of names.entries()) {
    for (const second of names.slice(index + 1)) {
      // Two for each member of the body: beside what stands around it they are worth it.
      if (second === 'member' ? first !== 'framing' : first === 'member') continue
      for (const one of axes[first].filter(pairable)) {
        for (const other of axes[second].filter(pairable)) {
          const found = attempt({ [first]: one, [second]: other }, [one, other])
          if (found !== undefined) return found
        }
      }
    }
  }
  return undefined
}

interface Chosen {
  readonly layout?: Rewrite
  readonly member?: Rewrite
  readonly escape?: Rewrite
  readonly edge?: Rewrite
  readonly framing?: Framing
  readonly key?: Key
  readonly digest?: Digest
}

function* digests(evidence: Evidence, chosen: Chosen): Generator<Buffer> {
  let bodies: readonly Buffer[] = [evidence.body]
  for (const rewrite of [chosen.member, chosen.layout, chosen.escape, chosen.edge]) {
    if (rewrite === undefined) continue
    // A rewrite that changes nothing would blame the innocent.
    bodies = bodies.flatMap((body) =>
      rewrite
        .apply(body)
        .map((text) => Buffer.from(text))
        .filter((text) => !text.equals(body)),
    )
  }
  const framing = chosen.framing ?? rightFraming(evidence)
  const key = chosen.key?.apply ?? Buffer.from(evidence.key)
  const digest = chosen.digest ?? HMAC
  for (const body of bodies) {
    for (const message of framing.apply(body)) yield digest.apply(key, Buffer.from(message))
  }
}

/** Every digest the header may stand for, with what is wrong about the way it is written. */
function readings(signature: string): readonly Claim[] {
  const list = signature.split(/[\s,]+/).filter((part) => part !== '' && part !== 'v1')
  const several: readonly Mistake[] =
    list.length > 1 ? [{ name: 'several-signatures', phrase: 'one of several signatures is taken' }] : []
  return list.flatMap((entry) => {
    const [, prefix = '', text = ''] = /^(?:([\w-]+)[=:])?([^=:]+={0,2})$/.exec(entry) ?? []
    return encodings(text).map(({ digest, mistakes }) => ({
      digest,
      mistakes: [...mistakes, ...prefixMistakes(prefix), ...several],
    }))
  })
}

function prefixMistakes(prefix: string): readonly Mistake[] {
  if (prefix === 'sha256') return []
  if (prefix === '') return [{ name: 'no-prefix', phrase: 'sha256= is left out' }]
  return [{ name: 'other-prefix', phrase: 'another prefix stands for sha256=' }]
}

function encodings(text: string): readonly Claim[] {
  const claims: Claim[] = []
  const add = (digest: Buffer, ...mistakes: Mistake[]) => claims.push({ digest, mistakes })
  const inBase64 = { name: 'base64', phrase: 'the digest is written in base64' }
  if (/^(?:[0-9a-f]{2})+$/.test(text)) add(Buffer.from(text, 'hex'))
  else if (/^(?:[0-9a-f]{2})+$/i.test(text)) {
    add(Buffer.from(text, 'hex'), { name: 'upper-case', phrase: 'the digest is written in upper case' })
  }
  if (!/^[\w+/-]+={0,2}$/.test(text)) return claims
  const decoded = Buffer.from(text, 'base64')
  if (/^[0-9a-f]+$/i.test(decoded.toString('latin1'))) {
    const mistake = { name: 'base64-of-hex', phrase: 'the hex text of the digest is written in base64' }
    add(Buffer.from(decoded.toString('latin1'), 'hex'), mistake)
  }
  // 43 digits and no padding, or - and _: the variant for URLs.
  const forUrls = /[-_]/.test(text) || (text.length % 4 !== 0 && !text.endsWith('='))
  add(decoded, forUrls ? { name: 'base64url', phrase: 'the digest is written in base64url' } : inBase64)
  return claims
}

function finding(mistakes: readonly Mistake[]): Finding {
  const parts = mistakes.map(({ name }) => name)
  const sentence = `The signature matches when ${mistakes.map(({ phrase }) => phrase).join(', and ')}.`
  return { recipe: parts.join(' + '), parts, sentence }
}
