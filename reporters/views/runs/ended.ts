import type { Report } from '../../../kit/report/report.ts'

/**
 * What a run came to in a word or two; one that ended before its checks did came to nothing, unless its target went away or it
 * had found something broken.
 */
export const endWord = (headline: Report['outcome']['headline'], isStopped: boolean): string =>
  isStopped && headline !== 'no target' && headline !== 'not conformant' ? 'stopped' : headline
