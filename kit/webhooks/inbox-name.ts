const GIVEN = /^(?:(?:pay|msg)\/)?(.*): ((?:webhook|callback)_url)$/

/** An inbox as a reader is told of it: `webhook_url (card payment)`, as requests are named after what they are for. */
export function placeOf(inbox: string): string {
  const [, label, member] = GIVEN.exec(inbox) ?? []
  if (label !== undefined) return `${member} (${label})`
  return inbox.replace(/^(?:pay|msg)[/ ]/, '')
}
