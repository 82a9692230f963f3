import { perform } from '../../../kit/run/world/recipe.ts'
import { type CheckContext, defineRestorer, type FixtureContext } from '../define.ts'

type Switch = 'testModeOn' | 'testModeOff'

const WAS: Readonly<Record<Switch, string>> = {
  testModeOff: 'test mode of the platform, which was off',
  testModeOn: 'test mode of the platform, which was on',
}

async function turn(t: FixtureContext, to: Switch): Promise<void> {
  const recipe = t.service.outcomes?.[to]
  if (recipe !== undefined) await perform(t, to, recipe, {})
}

/** Put test mode back where a run was cut off between the two switches. */
export const switches = {
  testModeOn: defineRestorer((t) => turn(t, 'testModeOn')),
  testModeOff: defineRestorer((t) => turn(t, 'testModeOff')),
}

/**
 * Switches test mode while something is judged, and back. What does not go back at once is tried once more when the run is
 * over, and told where that fails as well.
 * @param isLeft whether it is to stay as it was switched, once that is judged
 */
export async function whileTurned(
  t: CheckContext,
  { to, back }: { readonly to: Switch; readonly back: Switch },
  judge: () => Promise<void>,
  isLeft: () => boolean = () => false,
): Promise<void> {
  let isOpen = true
  t.afterwards({
    title: WAS[back],
    restorer: back,
    undo: async (later) => {
      if (isOpen) await turn(later, back)
    },
  })
  try {
    await turn(t, to)
    await judge()
  } finally {
    if (!isLeft()) await turn(t, back)
    isOpen = false
  }
}
