export interface Loan {
  readonly id: string
  readonly copy: string
  readonly member: string
  readonly notifyUrl: string | undefined
  /** `YYYY-MM-DD`, UTC. */
  due: string
  renewed: boolean
  returnedAt: Date | undefined
}

export interface Hold {
  readonly id: string
  readonly copy: string
  readonly member: string
  readonly notifyUrl: string | undefined
  /** The copy is kept for this member. */
  ready: boolean
}

export type Operation = 'borrow' | 'list' | 'read' | 'renew' | 'return' | 'hold' | 'read hold' | 'other'

export type EventType = 'loan.returned' | 'hold.ready'

/** Something that a member's program is told. */
export interface LibraryEvent {
  readonly id: string
  readonly type: EventType
  readonly createdAt: Date
  readonly data: object
  readonly url: string
}

const DAY_MS = 86_400_000

/** The day so many days later, `YYYY-MM-DD` in UTC. */
export function daysAfter(day: Date | string, days: number): string {
  return new Date(new Date(day).getTime() + days * DAY_MS).toISOString().slice(0, 10)
}
