import { createPublicKey, type KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { quote } from '../../kit/evidence/shell-words.ts'

/** Where whoever verifies finds the public half of a key that signs, and the command that makes it where it is not there. */
export interface PublicHalf {
  readonly file: string
  readonly make?: string
}

const USUAL = 'public.pem'

/**
 * The public half of a private key in the current folder: `public.pem`, or a name of its own where something else stands
 * there.
 * @param path of the private key, as people typed it
 */
export async function publicHalf(path: string, key: KeyObject): Promise<PublicHalf> {
  const usual = await textOf(USUAL)
  const isFree = usual === undefined || isHalfOf(usual, key)
  const file = isFree ? USUAL : `${basename(path).replace(/\.[^.]+$/, '')}.public.pem`
  const held = isFree ? usual : await textOf(file)
  if (held !== undefined && isHalfOf(held, key)) return { file }
  return { file, make: `openssl pkey -in ${quote(path)} -pubout -out ${quote(file)}` }
}

const textOf = (file: string): Promise<string | undefined> => readFile(file, 'utf8').catch(() => undefined)

function isHalfOf(pem: string, key: KeyObject): boolean {
  try {
    // That of a private key would be accepted in its place.
    return !pem.includes('PRIVATE KEY-----') && createPublicKey(pem).equals(createPublicKey(key))
  } catch {
    return false
  }
}
