const FORM = /^sha256=[0-9a-f]{64}$/i
/** 32 bytes in Base64, of either alphabet. */
const BASE64 = /^[\w+/-]{43}=?$/

/** Whether one line is a signature in the form that the documents show, in either case. */
export const isSignature = (line: string | undefined): line is string => line !== undefined && FORM.test(line)

/** `exact`, `upper-case`, or what is wrong about the signature of a message, without showing a digest. */
export function signatureForm(lines: readonly string[]): string {
  const [line, ...others] = lines
  if (line === undefined) return 'no such header'
  if (others.length > 0) return `${lines.length} lines of it`
  if (FORM.test(line)) return /[A-F]/.test(line.slice('sha256='.length)) ? 'upper-case' : 'exact'
  if (/[,\s]/.test(line)) return 'several values in one line'
  const [, prefix = '', digest = ''] = /^([\w-]*[=:])?(.*)$/s.exec(line) ?? []
  const look = lookOf(digest)
  return prefix === '' ? `${look} without a prefix` : `${prefix} and ${look}`
}

function lookOf(digest: string): string {
  if (/^[0-9a-f]*$/i.test(digest)) return `${digest.length} hex digits`
  return BASE64.test(digest) ? 'a digest in Base64' : `${digest.length} characters that are not all hex digits`
}

/** Whether what `signatureForm` says is the form of the documents, but for the case of its digits. */
export const isWellFormed = (form: string): boolean => form === 'exact' || form === 'upper-case'
