import { random } from '../../kit/check/random.ts'
import type { Ports } from '../../kit/run/world/ports.ts'

/** Has whoever asks for something hear of it up to so many ms later than it was recorded, as on a machine that is busy. */
export function tellLate(ports: Ports, lagMs: number): void {
  const chance = random(`late by ${lagMs}`)
  const late = () => new Promise<void>((resolve) => setTimeout(resolve, chance() * lagMs))
  const lately =
    <Args extends unknown[], T>(act: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      await late()
      return act.apply(ports, args).finally(late)
    }
  const { send, sendTogether, pause, step } = ports
  Object.assign(ports, {
    send: lately(send),
    sendTogether: lately(sendTogether),
    pause: lately(pause),
    step: lately(step),
  })
}
