import type { NamedFlaw } from '../../assembly.ts'

/**
 * Seeded flaws of the reference services that break a requirement, those first that break the fewest others. Loaded on
 * demand: a command or two asks.
 */
export async function flawsThatBreak(requirement: string): Promise<readonly NamedFlaw[]> {
  const [{ paymentFlaws }, { messagingFlaws }, { ofReceivers }, { ofCallers }] = await Promise.all([
    import('../../../reference/payment/index.ts'),
    import('../../../reference/messaging/index.ts'),
    import('./receivers.ts'),
    import('./callers.ts'),
  ])
  type Known = NamedFlaw & { readonly breaks: readonly string[] }
  const all = [paymentFlaws, messagingFlaws, ofReceivers('flaws'), ...ofCallers] as readonly Readonly<
    Record<string, Omit<Known, 'name'>>
  >[]
  return all
    .flatMap((flaws) => Object.entries(flaws))
    .filter(([, { breaks }]) => breaks.includes(requirement))
    .toSorted(([, a], [, b]) => a.breaks.length - b.breaks.length)
    .map(([name, { title }]) => ({ name, title }))
}
