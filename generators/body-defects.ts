import fc from 'fast-check'

/** What a body is as a whole: no keyword of a schema speaks of it. */
export interface BodyDefect {
  /** `truncated`, `array`, `invalid UTF-8`, … */
  readonly name: string
  /**
   * `no JSON`: no reader of JSON takes it. `no object`: JSON, but no object. `open`: a reader may take it, one way or
   * another.
   */
  readonly kind: 'no JSON' | 'no object' | 'open'
  /** What Content-Type says; `application/json` when absent. */
  readonly contentType?: string
  /** Bytes made of a body that is valid. */
  of(valid: fc.Arbitrary<object>): fc.Arbitrary<Buffer>
}

const bytes = (text: string): Buffer => Buffer.from(text, 'utf8')
const always = (name: string, kind: BodyDefect['kind'], text: string): BodyDefect => ({
  name,
  kind,
  of: () => fc.constant(bytes(text)),
})
const changed = (name: string, kind: BodyDefect['kind'], change: (text: string) => string | Buffer): BodyDefect => ({
  name,
  kind,
  of: (valid) =>
    valid.map((body) => {
      const made = change(JSON.stringify(body))
      return typeof made === 'string' ? bytes(made) : made
    }),
})
const typed = (contentType: string): BodyDefect => ({
  name: `Content-Type ${contentType}`,
  kind: 'open',
  contentType,
  of: (valid) => valid.map((body) => bytes(JSON.stringify(body))),
})

const withMember = (text: string, member: string): string => `{${member},${text.slice(1)}`
const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`
/** A byte that no character of UTF-8 begins with, within a member. */
const notUtf8 = (text: string): Buffer =>
  Buffer.concat([bytes('{"x_note":"'), Buffer.from([0xff, 0xfe]), bytes(`",${text.slice(1)}`)])

/** What may be wrong with a body as a whole. */
export const bodyDefects: readonly BodyDefect[] = [
  {
    name: 'truncated',
    kind: 'no JSON',
    of: (valid) =>
      fc.tuple(fc.integer({ min: 1, max: 99 }), valid).map(([share, body]) => {
        const text = JSON.stringify(body)
        return bytes(text).subarray(0, Math.max(1, Math.min(text.length - 1, Math.floor((text.length * share) / 100))))
      }),
  },
  changed('single quotes', 'no JSON', (text) => text.replaceAll('"', "'")),
  changed('trailing comma', 'no JSON', (text) => `${text.slice(0, -1)},}`),
  changed('two values', 'no JSON', (text) => `${text}${text}`),
  changed('form', 'no JSON', () => 'amount=5000&currency=TZS'),
  changed('unquoted names', 'no JSON', (text) => text.replaceAll(/"(\w+)":/g, '$1:')),
  always('word', 'no JSON', 'nothing'),
  always('not a number', 'no JSON', '{"amount":NaN}'),
  always('array', 'no object', '[]'),
  changed('array of one', 'no object', (text) => `[${text}]`),
  changed('text', 'no object', (text) => JSON.stringify(text)),
  always('number', 'no object', '5000'),
  always('true', 'no object', 'true'),
  always('null', 'no object', 'null'),
  changed('invalid UTF-8', 'open', notUtf8),
  changed('lone surrogate', 'open', (text) => withMember(text, '"x_note":"\\ud800"')),
  changed('byte order mark', 'open', (text) => `\ufeff${text}`),
  changed('member given twice', 'open', (text) => withMember(text, '"x_note":1,"x_note":2')),
  changed('nested 500 deep', 'open', (text) => withMember(text, `"x_note":${nested(500)}`)),
  changed('nested 5000 deep', 'open', (text) => withMember(text, `"x_note":${nested(5000)}`)),
  changed('100 kB', 'open', (text) => withMember(text, `"x_note":"${'a'.repeat(100_000)}"`)),
  changed('900 kB', 'open', (text) => withMember(text, `"x_note":"${'a'.repeat(900_000)}"`)),
  changed('number of 400 digits', 'open', (text) => withMember(text, `"x_note":${'9'.repeat(400)}`)),
  changed('prototype member', 'open', (text) => withMember(text, '"__proto__":{"amount":1},"constructor":1')),
  typed('text/plain'),
  typed('application/x-www-form-urlencoded'),
  typed('multipart/form-data; boundary=x'),
  typed('application/json; charset=utf-16'),
]
