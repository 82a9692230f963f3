/**
 * How much is asked: `quick` leaves out what waits for time to pass, `deep` adds what costs more than it is likely to
 * tell, and what binds nobody.
 */
export type Depth = 'quick' | 'standard' | 'deep'

/** From the one that asks least. */
export const DEPTHS: readonly Depth[] = ['quick', 'standard', 'deep']
