/** `lib/returned book: notify_url`: whose suite, what for, and the member that gave its address. */
const GIVEN = /^(?:[a-z]+\/)?(.*): (\w+_ur[il])$/

/** An inbox as a reader is told of it: `notify_url (returned book)`, as requests are named after what they are for. */
export function placeOf(inbox: string): string {
  const [, label, member] = GIVEN.exec(inbox) ?? []
  if (label !== undefined) return `${member} (${label})`
  return inbox.replace(/^[a-z]+\//, '')
}
