import { BroadcastChannel } from 'node:worker_threads'
import type { Person, Question, Reply } from '../../kit/check/steps.ts'

/** What goes over the channel between the checks, which have no terminal, and the command, which has. */
type Message =
  | { readonly kind: 'question'; readonly id: number; readonly question: Question }
  | { readonly kind: 'over'; readonly id: number }
  | { readonly kind: 'reply'; readonly id: number; readonly reply: Reply }

const channelOf = (name: string): BroadcastChannel => new BroadcastChannel(`${name}-questions`)

/** The person behind the other end of a channel. */
export function personBehind(name: string): { readonly person: Person; close(): void } {
  const channel = channelOf(name)
  const open = new Map<number, (reply: Reply) => void>()
  let count = 0
  channel.onmessage = (event) => {
    const message = (event as { readonly data: Message }).data
    if (message.kind === 'reply') open.get(message.id)?.(message.reply)
  }
  const person: Person = (question, signal) => {
    count += 1
    const id = count
    return new Promise((resolve) => {
      const end = (reply: Reply): void => {
        open.delete(id)
        signal.removeEventListener('abort', stop)
        resolve(reply)
      }
      const stop = (): void => {
        channel.postMessage({ kind: 'over', id } satisfies Message)
        end('absent')
      }
      open.set(id, end)
      if (signal.aborted) return stop()
      signal.addEventListener('abort', stop)
      channel.postMessage({ kind: 'question', id, question } satisfies Message)
    })
  }
  return { person, close: () => channel.close() }
}

/** Hands the questions that come over a channel to a person, until the returned function is called. */
export function answerQuestions(name: string, person: Person): () => void {
  const channel = channelOf(name)
  const open = new Map<number, AbortController>()
  let closed = false
  channel.onmessage = async (event) => {
    const message = (event as { readonly data: Message }).data
    if (message.kind === 'over') open.get(message.id)?.abort()
    if (message.kind !== 'question') return
    const { id, question } = message
    const controller = new AbortController()
    open.set(id, controller)
    const reply = await person(question, controller.signal)
    open.delete(id)
    if (!closed) channel.postMessage({ kind: 'reply', id, reply } satisfies Message)
  }
  return () => {
    closed = true
    for (const each of open.values()) each.abort()
    channel.close()
  }
}
