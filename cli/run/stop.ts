/** Why a run ends before its checks do. */
export type StopReason = 'interrupt' | 'time'

/** How often a stop is said again: whoever was not listening yet hears it the next time. */
const AGAIN_MS = 100

/** Says on a channel that the run is to stop, until the returned function is called. */
export function announceStop(channelName: string, reason: StopReason): () => void {
  const channel = new BroadcastChannel(channelName)
  const say = (): void => channel.postMessage(reason)
  say()
  const timer = setInterval(say, AGAIN_MS)
  return () => {
    clearInterval(timer)
    channel.close()
  }
}

/** A signal that is aborted, with the reason, when a stop is announced on the channel. */
export function heedStop(channelName: string): { readonly signal: AbortSignal; close(): void } {
  const controller = new AbortController()
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = (event) => {
    controller.abort((event as { readonly data: StopReason }).data)
    channel.close()
  }
  return { signal: controller.signal, close: () => channel.close() }
}
