/**
 * From the best to the worst: of several runs the one that went wrong counts, a broken promise before whatever kept
 * others from a verdict, and a fault of the suite before all.
 */
const WORSE: readonly number[] = [0, 3, 2, 5, 1, 4]

/** How bad an exit code is among others; higher is worse. */
export const badnessOf = (code: number): number => WORSE.indexOf(code)

/** The exit code of several runs together; 0 of none. */
export const worstCode = (codes: readonly number[]): number =>
  codes.reduce((worst, code) => (badnessOf(code) > badnessOf(worst) ? code : worst), 0)
