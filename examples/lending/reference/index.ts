import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type LibraryBehaviour, lawfulBehaviour } from './behaviour.ts'
import { Courier } from './courier.ts'
import { libraryFlaws } from './flaws.ts'
import { Library } from './library.ts'
import { apply } from './patch.ts'
import { serverOf } from './server.ts'
import { libraryVariants } from './variants.ts'

export { libraryFlaws, libraryVariants }

export interface LibraryOptions {
  /** Names of `libraryVariants`, applied in order. */
  readonly variants?: readonly (keyof typeof libraryVariants)[]
  /** A name of `libraryFlaws`, applied last. */
  readonly flaw?: keyof typeof libraryFlaws
  /** How many times faster than the document its durations pass; 1 when absent. */
  readonly timeScale?: number
}

export interface LibraryTargetFile {
  readonly name: string
  readonly environment: 'local'
  readonly timeScale: number
  readonly library: {
    readonly baseUrl: string
    readonly keys: { readonly member: string; readonly other: string; readonly third: string }
    readonly signingSecret: string
    readonly copies: string[]
  }
  readonly webhooks: { readonly listen: string }
}

export interface RunningLibrary {
  readonly url: string
  /** The library as a deployment to judge: what a target file would say of it. */
  targetFile(): LibraryTargetFile
  /** Ends sockets and timers at once. */
  close(): Promise<void>
}

const COPIES = ['walden-1', 'walden-2', 'emma-1', 'ulysses-1', 'ulysses-2', 'faust-1', 'faust-2', 'nana-1']
/** Seconds in which the document counts requests. */
const WINDOW = 10

/** Starts a library on a port that the system chooses. */
export async function startLibrary({
  variants = [],
  flaw,
  timeScale = 1,
}: LibraryOptions = {}): Promise<RunningLibrary> {
  const patches = [
    ...variants.map((name) => libraryVariants[name]),
    ...(flaw === undefined ? [] : [libraryFlaws[flaw]]),
  ]
  const behaviour = patches.reduce<LibraryBehaviour>((before, { patch }) => apply(before, patch), lawfulBehaviour)
  const keys = { member: `lk-${randomUUID()}`, other: `lk-${randomUUID()}`, third: `lk-${randomUUID()}` }
  const signingSecret = `ls-${randomUUID()}`
  const courier = new Courier(behaviour, signingSecret, timeScale)
  const server = serverOf({
    behaviour,
    library: new Library(behaviour, COPIES, courier.tell),
    limiter: behaviour.limiter(behaviour.limit, (WINDOW * 1000) / timeScale),
    members: new Map(Object.entries(keys).map(([name, key]) => [key, name])),
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    targetFile: () => ({
      name: 'lending library reference',
      environment: 'local',
      timeScale,
      library: { baseUrl: url, keys, signingSecret, copies: [...COPIES] },
      webhooks: { listen: '127.0.0.1:0' },
    }),
    close: async () => {
      courier.close()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
