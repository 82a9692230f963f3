/** Optimal string alignment: insertions, deletions, replacements and swaps of neighbours, each costing one. */
function distance(a: string, b: string): number {
  let before: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      let best = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + same)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (before[j - 2] ?? 0) + 1)
      row.push(best)
    }
    before = above
    above = row
  }
  return above[b.length] ?? 0
}

const plain = (word: string): string => word.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Whether a word is another but for one letter that is left out, added, replaced or swapped with the next. */
export const isSlip = (word: string, known: string): boolean => distance(word, known) === 1

/** The known word that was probably meant, letter case and separators aside; undefined where none is near. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const ranked = known
    .map((candidate) => ({ candidate, far: distance(plain(word), plain(candidate)) }))
    .sort((a, b) => a.far - b.far)
  const best = ranked[0]
  return best !== undefined && best.far <= Math.max(1, Math.floor(word.length / 3)) ? best.candidate : undefined
}
