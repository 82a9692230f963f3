import { createHash } from 'node:crypto'

/** A generator of numbers in [0, 1) that depends on the text alone (mulberry32 over its hash, made with the first number). */
export function random(text: string): () => number {
  let state: number | undefined
  return () => {
    state = ((state ?? createHash('sha256').update(text).digest().readUInt32LE(0)) + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
