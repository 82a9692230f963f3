/** Names of the seeded flaws of the reference services that break a requirement. Loaded on demand: a command or two asks. */
export async function flawsThatBreak(requirement: string): Promise<string[]> {
  const [{ paymentFlaws }, { messagingFlaws }] = await Promise.all([
    import('../../../reference/payment/index.ts'),
    import('../../../reference/messaging/index.ts'),
  ])
  return Object.entries<{ readonly breaks: readonly string[] }>({ ...paymentFlaws, ...messagingFlaws })
    .filter(([, { breaks }]) => breaks.includes(requirement))
    .map(([name]) => name)
}
