import { createHash } from 'node:crypto'

/** Where a value stands: in which of the lanes that run beside each other, at which path of it, and which commands ran. */
export interface Place {
  readonly lane: number
  /** As fast-check names it: run, then each step to something smaller. */
  readonly path: string
  /** Of a sequence of commands. */
  readonly replayPath?: string
}

/** `3,12:0:1` or `3,12:0:1,AAAB:F`. */
export function placeText({ lane, path, replayPath }: Place): string {
  return [lane, path, ...(replayPath === undefined ? [] : [replayPath])].join(',')
}

/** Reads what `placeText` writes; undefined for anything else. */
export function readPlace(text: string): Place | undefined {
  const [, lane, path, replayPath] = /^(\d+),(\d+(?::\d+)*)(?:,([\w+/=:]+))?$/.exec(text) ?? []
  if (lane === undefined || path === undefined) return undefined
  return { lane: Number(lane), path, ...(replayPath === undefined ? {} : { replayPath }) }
}

/** The seed of one lane of one check. */
export function seedOf(seed: number, check: string, lane: number): number {
  return createHash('sha256').update(`${seed}/${check}/${lane}`).digest().readInt32LE(0)
}
