/** What may come on top of an estimate of a target that keeps its promises: what failed for a moment is asked again. */
const ROOM = 1.25
const STEP = 10

/** A budget that an estimate and what may come on top of it fit in, a round number. */
export const withRoom = (usual: number): number => Math.ceil((usual * ROOM) / STEP) * STEP
