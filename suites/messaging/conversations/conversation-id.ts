import { type Claim, type FixtureContext, lineFor } from '../define.ts'

export const conversationNeeds = ['messaging.fixtures.conversation'] as const satisfies readonly Claim[]

export function conversationId(t: FixtureContext): string {
  const id = t.service.fixtures?.conversation
  return id ?? t.abortUnexercised('not claimed', 'the target file names no conversation', lineFor(conversationNeeds[0]))
}
