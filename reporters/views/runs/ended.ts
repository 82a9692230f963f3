import type { Report } from '../../../kit/report/report.ts'

/** What a run came to in a word or two; one that ended before its checks did came to nothing, unless its target went away. */
export const endWord = (headline: Report['outcome']['headline'], isStopped: boolean): string =>
  isStopped && headline !== 'no target' ? 'stopped' : headline
