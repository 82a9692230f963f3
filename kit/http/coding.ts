import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib'
import { header, type RawHeaders } from './exchange.ts'

type Decode = (body: Buffer, limit: { readonly maxOutputLength: number }) => Buffer

const DECODERS: Readonly<Record<string, Decode>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  br: brotliDecompressSync,
  // Some send it with its wrapper, as they should, and some without.
  deflate: (body, limit) => {
    try {
      return inflateSync(body, limit)
    } catch (error) {
      if (isTooLarge(error)) throw error
      return inflateRawSync(body, limit)
    }
  },
}

/**
 * The content of a body that was coded for the way, though nobody asked for it. One that cannot be decoded stays as it
 * came; one that is larger than the limit when it is decoded is `too-large`.
 * @param most bytes of the content
 */
export function decoded(headers: RawHeaders, body: Buffer, most: number): Buffer | 'too-large' {
  const codings = (header(headers, 'Content-Encoding') ?? '')
    .split(',')
    .map((each) => each.trim().toLowerCase())
    .filter((each) => each !== '' && each !== 'identity')
  if (codings.length === 0 || body.length === 0) return body
  try {
    return codings.toReversed().reduce((content, coding) => {
      const decode = DECODERS[coding]
      if (decode === undefined) throw new TypeError(`no decoder for ${coding}`)
      return decode(content, { maxOutputLength: most })
    }, body)
  } catch (error) {
    return isTooLarge(error) ? 'too-large' : body
  }
}

const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
