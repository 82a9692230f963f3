/** A sender that doubles its pauses, with jitter, comes within so many times its last pause. */
export const SILENCE = 3
/** So much longer may a pause be than the same one of another event: jitter of 15 % makes equal pauses differ by less. */
export const JITTERED = 1.5
