import { randomUUID } from 'node:crypto'
import { assertNot, type LibraryBehaviour } from './behaviour.ts'
import { daysAfter, type EventType, type Hold, type LibraryEvent, type Loan, type Operation } from './domain.ts'
import { type Cause, Refused, refusalOf } from './refusal.ts'

/** What a member asks to borrow or to hold. */
export interface Asked {
  readonly copy: string
  readonly notifyUrl: string | undefined
}

/** Loans and holds, in memory. */
export class Library {
  readonly #behaviour: LibraryBehaviour
  readonly #copies: ReadonlySet<string>
  readonly #tell: (event: LibraryEvent) => void
  readonly #loans = new Map<string, Loan>()
  #holds: Hold[] = []
  #count = 0

  constructor(behaviour: LibraryBehaviour, copies: readonly string[], tell: (event: LibraryEvent) => void) {
    this.#behaviour = behaviour
    this.#copies = new Set(copies)
    this.#tell = tell
  }

  borrow(member: string, asked: Asked): Loan {
    this.#assertKnown(asked.copy, 'borrow')
    const holdsAgainst: Partial<Record<Cause, boolean>> = {
      'on-loan': this.#isOut(asked.copy),
      kept: this.#queue(asked.copy).some((each) => each.ready && each.member !== member),
      limit: this.#behaviour.loanLimit <= this.#outWith(member),
    }
    for (const cause of this.#behaviour.objections) if (holdsAgainst[cause] === true) this.#refuse(cause, 'borrow')
    this.#holds = this.#holds.filter((each) => each.copy !== asked.copy || each.member !== member)
    const due = daysAfter(new Date().toISOString().slice(0, 10), this.#behaviour.loanDays)
    const loan: Loan = { id: this.#id('loan'), ...asked, member, due, renewed: false, returnedAt: undefined }
    this.#loans.set(loan.id, loan)
    return loan
  }

  list(member: string): readonly Loan[] {
    return this.#behaviour.list([...this.#loans.values()], member)
  }

  loan(member: string, id: string, operation: Operation): Loan {
    return this.#owned(this.#loans.get(id), member, operation)
  }

  renew(member: string, id: string): Loan {
    const loan = this.loan(member, id, 'renew')
    if (loan.returnedAt !== undefined) this.#refuse('ended', 'renew')
    if (loan.renewed) this.#refuse('renewed', 'renew')
    loan.due = this.#behaviour.renewedUntil(loan)
    loan.renewed = true
    return loan
  }

  return(member: string, id: string): Loan {
    const loan = this.loan(member, id, 'return')
    if (loan.returnedAt !== undefined) {
      this.#refuse('ended', 'return')
      return loan
    }
    loan.returnedAt = new Date()
    this.#event('loan.returned', loan.notifyUrl, this.#behaviour.loan(loan, 'read'))
    this.#serve(loan.copy)
    return loan
  }

  hold(member: string, asked: Asked): Hold {
    this.#assertKnown(asked.copy, 'hold')
    if (!this.#isOut(asked.copy) && this.#queue(asked.copy).length === 0) this.#refuse('on-shelf', 'hold')
    const hold: Hold = { id: this.#id('hold'), ...asked, member, ready: false }
    this.#holds.push(hold)
    if (!this.#isOut(asked.copy)) this.#serve(asked.copy)
    return hold
  }

  /** A hold with its place in the queue. */
  readHold(member: string, id: string, operation: Operation): { readonly hold: Hold; readonly position: number } {
    const hold = this.#owned(
      this.#holds.find((each) => each.id === id),
      member,
      operation,
    )
    return { hold, position: this.#queue(hold.copy).indexOf(hold) + 1 }
  }

  /** Keeps a copy that is in for the next of its queue. */
  #serve(copy: string): void {
    const queue = this.#queue(copy)
    const next = queue.some((each) => each.ready) ? undefined : this.#behaviour.next(queue)
    if (next === undefined) return
    next.ready = true
    this.#event('hold.ready', next.notifyUrl, this.#behaviour.hold(next, queue.indexOf(next) + 1))
  }

  #event(type: EventType, url: string | undefined, data: object): void {
    if (url !== undefined) this.#tell({ id: randomUUID(), type, createdAt: new Date(), data, url })
  }

  #queue(copy: string): readonly Hold[] {
    return this.#holds.filter((each) => each.copy === copy)
  }

  #isOut(copy: string): boolean {
    return [...this.#loans.values()].some((each) => each.copy === copy && this.#behaviour.isOut(each))
  }

  #outWith(member: string): number {
    const { counts } = this.#behaviour
    return [...this.#loans.values()].filter((each) => each.member === member && counts(each)).length
  }

  #assertKnown(copy: string, operation: Operation): void {
    if (!this.#copies.has(copy)) this.#absent(operation)
  }

  /** What is not there is refused in any case, what is another's unless the behaviour lets it pass. */
  #owned<T extends Loan | Hold>(found: T | undefined, member: string, operation: Operation): T {
    if (found === undefined) return this.#absent(operation)
    if (found.member !== member) this.#refuse('not-yours', operation)
    return found
  }

  #absent(operation: Operation): never {
    assertNot(this.#behaviour, 'absent', operation)
    throw new Refused(refusalOf('absent'))
  }

  #refuse(cause: Cause, operation: Operation): void {
    assertNot(this.#behaviour, cause, operation)
  }

  #id(kind: 'loan' | 'hold'): string {
    this.#count += 1
    return this.#behaviour.id(kind, this.#count)
  }
}
