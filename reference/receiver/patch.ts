import type { ReceiverBehaviour, SignatureBehaviour } from './behaviour.ts'

/** What is other than lawful by default; of signatures member by member. */
export type Patch<B extends ReceiverBehaviour = ReceiverBehaviour> = Partial<Omit<B, 'signature'>> & {
  readonly signature?: Partial<SignatureBehaviour>
}

/** A behaviour with some members of another value. */
export const patched = <B extends ReceiverBehaviour>(behaviour: B, { signature, ...patch }: Patch<B>): B => ({
  ...behaviour,
  ...patch,
  signature: { ...behaviour.signature, ...signature },
})

/** The entry of a table. Throws for a name that it has not got. */
export function named<Entry>(table: Readonly<Record<string, Entry>>, name: string, kind: string): Entry {
  const entry = Object.hasOwn(table, name) ? table[name] : undefined
  if (entry === undefined) throw new Error(`unknown ${kind} '${name}'; known: ${Object.keys(table).join(', ')}`)
  return entry
}

/** A lawful choice where the document leaves one. */
export interface Variant<B extends ReceiverBehaviour = ReceiverBehaviour> {
  readonly title: string
  readonly patch: Patch<B>
  /** It is not judged with a probe that counts. */
  readonly warns?: readonly string[]
}

/** One seeded violation with the requirements that it contradicts. */
export interface Flaw<Id extends string = string, B extends ReceiverBehaviour = ReceiverBehaviour> {
  readonly title: string
  readonly breaks: readonly Id[]
  /** Requirements that it contradicts in some runs only: where the timing lets it. */
  readonly mayBreak?: readonly Id[]
  readonly patch: Patch<B>
}
