import type { Channel } from './course.ts'

/** Senders that call and WhatsApp ignore, as any that there is: also one in letters that no carrier shows. */
const ODD_SENDERS = ['Nobody Registered This 123', 'Никто её не знает 123'] as const

/** One of them. Over four seeds in a row either channel is asked for each. */
export function oddSender(seed: number, channel: Channel): string {
  const turn = Math.floor(Math.abs(Math.trunc(seed)) / 2) + (channel === 'call' ? 1 : 0)
  return ODD_SENDERS[turn % 2 === 0 ? 1 : 0]
}

/** The one of them that a name shows; undefined where it shows none. */
export const oddIn = (name: string | null | undefined): string | undefined =>
  ODD_SENDERS.find((each) => name?.includes(each) === true)
