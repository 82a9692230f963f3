import { BroadcastChannel } from 'node:worker_threads'
import type { Queue } from '../../kit/rate/pacer.ts'

/** What the checks, which have no terminal, tell the command about the present moment. */
export interface Pulse {
  /** The keys that requests wait for, the longest wait first. */
  readonly queues: readonly Queue[]
}

const BEAT_MS = 500

const channelOf = (name: string): BroadcastChannel => new BroadcastChannel(`${name}-pulse`)

/** Tells over a channel, again and again, until the returned function is called. */
export function sendPulses(name: string, pulse: () => Pulse): () => void {
  const channel = channelOf(name)
  const timer = setInterval(() => channel.postMessage(pulse()), BEAT_MS).unref()
  return () => {
    clearInterval(timer)
    channel.close()
  }
}

/** Hears what is told over a channel, until the returned function is called. */
export function heedPulses(name: string, on: (pulse: Pulse) => void): () => void {
  const channel = channelOf(name)
  channel.onmessage = (event) => on((event as { readonly data: Pulse }).data)
  return () => channel.close()
}
