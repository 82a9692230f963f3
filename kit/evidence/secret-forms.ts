const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
const HTML: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/**
 * One character as it may be written raw, percent-encoded, in a JSON string (nested ones too) or in HTML.
 * Backslashes are limited: a text of nothing else must not take long.
 */
function characterPattern(character: string): string {
  const percent = encodeURIComponent(character)
  const bytes = percent === character ? `%${character.charCodeAt(0).toString(16).padStart(2, '0')}` : percent
  const unicode = [...Array(character.length).keys()]
    .map((index) => `\\\\{1,8}u${insensitive(character.charCodeAt(index).toString(16).padStart(4, '0'))}`)
    .join('')
  const raw = /["\\/]/.test(character) ? `\\\\{0,8}${escapeRegExp(character)}` : escapeRegExp(character)
  const html = HTML[character]
  const forms = [
    raw,
    insensitive(bytes),
    unicode,
    ...(html === undefined ? [] : [html]),
    ...(character === ' ' ? ['\\+'] : []),
  ]
  return `(?:${forms.join('|')})`
}

const insensitive = (hex: string): string =>
  hex.replace(/[a-f]/gi, (digit) => `[${digit.toLowerCase()}${digit.toUpperCase()}]`)

/** Base64 of a text at each of the three positions it can have inside longer data, without the characters it shares. */
function base64Forms(secret: string): string[] {
  const bytes = Buffer.from(secret)
  return [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    const shared = (before + bytes.length) % 3 === 0 ? 0 : 1
    const own = encoded.slice(before === 0 ? 0 : before + 1, encoded.length - shared)
    return own.length < 8 ? [] : [own, own.replaceAll('+', '-').replaceAll('/', '_')]
  })
}

/**
 * A pattern for a secret however it is carried: raw, percent-encoded, escaped in JSON or HTML, in hex,
 * in base64 or base64url, alone or inside longer data such as `user:secret`.
 */
export function secretPattern(secret: string): RegExp {
  const written = Array.from(secret, characterPattern).join('')
  const hex = secret.length < 8 ? [] : [insensitive(Buffer.from(secret).toString('hex'))]
  return new RegExp([written, ...hex, ...new Set(base64Forms(secret).map(escapeRegExp))].join('|'), 'g')
}
