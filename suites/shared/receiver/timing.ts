/** A time in steps that a slow moment of the machine does not change. */
export function roughly(ms: number): string {
  const bound = [1000, 5000, 10_000, 30_000].find((each) => ms < each)
  return bound === undefined ? 'more than 30 s' : `less than ${bound / 1000} s`
}
