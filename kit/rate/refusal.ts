/** The same request is to be asked elsewhere: nothing was done with it here. */
const ELSEWHERE: readonly number[] = [301, 307, 308]

/** Whoever answers this gave up waiting, and does not say what became of the request. */
const GAVE_UP = 408

/**
 * Whether a status shows that the request made nothing: it was refused, or sent elsewhere. A 5xx does not, since whoever
 * stands before a service answers in its place while it goes on, and no answer does not either.
 */
export const showsNothingMade = (status: number | undefined): boolean =>
  status !== undefined && (ELSEWHERE.includes(status) || (status >= 400 && status < 500 && status !== GAVE_UP))
