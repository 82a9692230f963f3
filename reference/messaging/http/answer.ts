import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Service } from '../service.ts'
import type { Answer } from './call.ts'
import type { Refusal } from './refusal.ts'

const CHUNK_BYTES = 48

/** Sends a success or a refusal in the way that the behaviour frames answers. */
export async function send(
  { behaviour, clock }: Service,
  reply: FastifyReply,
  answer: Answer | Refusal,
  headers: Record<string, string>,
): Promise<FastifyReply> {
  const refused = 'cause' in answer
  const body = refused ? behaviour.errorBody(answer) : answer.body
  const bytes = Buffer.from(typeof body === 'string' ? body : behaviour.serialise(body), 'utf8')
  if (behaviour.announces) reply.raw.writeProcessing()
  await clock.sleep(behaviour.answerPauseMs)
  reply
    .code(answer.status)
    .type(refused ? behaviour.errorType(answer) : behaviour.successType)
    .headers({ ...headers, ...behaviour.responseHeaders(), ...(refused ? behaviour.errorHeaders(answer) : {}) })
  if (behaviour.framing === 'sized') return reply.send(bytes)
  if (behaviour.framing === 'until-close') reply.raw.useChunkedEncodingByDefault = false
  return reply.send(Readable.from(pieces(bytes)))
}

function* pieces(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES)
}
