import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { TargetSilent } from '../../../kit/run/preflight/preflight-fault.ts'
import { emptyFolder } from '../../../tests/command.ts'
import { type Cut, watching } from './watching.ts'

afterEach(() => vi.restoreAllMocks())

/** A service of this machine that is started and killed. */
class Service {
  #server: Server = createServer()
  #port = 0

  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  async starts(): Promise<void> {
    this.#server = createServer((_, response) => response.end())
    await once(this.#server.listen(this.#port, '127.0.0.1'), 'listening')
    this.#port = (this.#server.address() as AddressInfo).port
  }

  async dies(): Promise<void> {
    this.#server.closeAllConnections()
    if (this.#server.listening) await once(this.#server.close(), 'close')
  }

  get isUp(): boolean {
    return this.#server.listening
  }
}

/**
 * A folder that is watched, what is said meanwhile, and how often it was judged.
 * @param meanwhile happens while it is judged for the first time
 * @param each happens whenever it is judged
 * @param printed happens while the first verdict is printed
 */
function watched(
  service: Service,
  outcomes: readonly ('same' | 'other')[] = [],
  meanwhile: (folder: string) => Promise<unknown> = async () => undefined,
  each: (cut: Cut) => Promise<unknown> = async () => undefined,
  printed: (folder: string) => Promise<unknown> = async () => undefined,
) {
  const folder = join(emptyFolder(), 'src')
  mkdirSync(folder)
  let told = ''
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    told += text
    return true
  })
  const judged: number[] = []
  const over = watching({
    paths: [folder],
    written: [],
    command: { name: 'assay' },
    failedOnly: false,
    run: async (_, cut) => {
      if (!service.isUp)
        throw new TargetSilent('library', service.url, { kind: 'refused', message: 'the connection was refused' })
      judged.push(performance.now())
      if (judged.length === 1) await meanwhile(folder)
      await each(cut)
      const endedAt = Date.now()
      if (judged.length === 1) await printed(folder)
      return { code: 0, listensAt: [service.url], isWithoutEffect: outcomes[judged.length - 1] === 'same', endedAt }
    },
    open: async () => undefined,
    tellWhole: () => undefined,
  })
  return {
    judged,
    told: () => told,
    /** Resolves when this was said, so many times. */
    says: (text: string, times = 1) =>
      vi.waitFor(() => expect(told.split(text).length - 1).toBeGreaterThanOrEqual(times), {
        timeout: 8000,
        interval: 20,
      }),
    changes: () => writeFileSync(join(folder, 'a.ts'), `${Math.random()}`),
    leaves: async (): Promise<number> => {
      process.emit('SIGINT')
      return over
    },
  }
}

const WAITS = 'waiting for a change in '

test('a service that stays away after a change is named within two seconds, and judged as soon as it listens', async () => {
  const service = new Service()
  await service.starts()
  const { judged, told, says, changes, leaves } = watched(service)
  try {
    await says(WAITS)
    changes()
    await service.dies()
    const at = performance.now()
    await says(`nobody listens at ${service.url}: waiting for the service, or a change in `)
    expect(performance.now() - at).toBeLessThan(2500)
    expect(told()).toMatch(/^changed: .*a\.ts$/m)
    // Another change while it is down is told, and has nothing judged.
    changes()
    await says('nobody listens at ', 2)
    expect(judged).toHaveLength(1)
    await service.starts()
    await says('the service listens again: once more\n')
    await says(WAITS, 2)
    expect(judged).toHaveLength(2)
    expect(told()).not.toContain('not reachable')
  } finally {
    expect(await leaves()).toBe(0)
    await service.dies()
  }
})

test('one that goes away after it was judged is said to be gone, and not to be restarted until it is', async () => {
  const service = new Service()
  await service.starts()
  const { judged, told, says, changes, leaves } = watched(service)
  try {
    await says(WAITS)
    changes()
    await says(WAITS, 2)
    await service.dies()
    await says('the service went away after it was judged\n')
    await says('nobody listens at ')
    await sleep(300)
    expect(told()).not.toContain('again')
    expect(judged).toHaveLength(2)
    await service.starts()
    await says(WAITS, 3)
    expect(judged).toHaveLength(3)
  } finally {
    await leaves()
    await service.dies()
  }
})

test('one that is restarted by hand, for no change, is judged again', async () => {
  const service = new Service()
  await service.starts()
  const { judged, says, leaves } = watched(service)
  try {
    await says(WAITS)
    await service.dies()
    await says('the service went away after it was judged\n')
    await service.starts()
    await says('the service listens again: once more\n')
    await says(WAITS, 2)
    expect(judged).toHaveLength(2)
  } finally {
    await leaves()
    await service.dies()
  }
})

test('one that is not there at the beginning is waited for', async () => {
  const service = new Service()
  await service.starts()
  await service.dies()
  const { judged, told, says, leaves } = watched(service)
  try {
    await says(`nobody listens at ${service.url}`)
    expect(told()).toContain(`the library service at ${service.url} is not reachable`)
    await service.starts()
    await says(WAITS)
    expect(judged).toHaveLength(1)
  } finally {
    await leaves()
    await service.dies()
  }
})

const UNSEEN = 'was not seen to restart after the change'

test('a change without effect says that no restart was seen, until changes have an effect without one', async () => {
  const service = new Service()
  await service.starts()
  const { told, says, changes, leaves } = watched(service, ['other', 'same', 'other', 'same'])
  const hints = (): number => told().split(UNSEEN).length - 1
  try {
    await says(WAITS)
    changes()
    await says(WAITS, 2)
    expect(told()).toContain(`${service.url} ${UNSEEN}`)
    for (const times of [3, 4]) {
      changes()
      await says(WAITS, times)
    }
    expect(hints()).toBe(1)
  } finally {
    await leaves()
    await service.dies()
  }
})

test('of one that was seen to restart after a change it is said whenever it does not', async () => {
  const service = new Service()
  await service.starts()
  const { told, says, changes, leaves } = watched(service, ['other', 'same', 'other', 'same'])
  const hints = (): number => told().split(UNSEEN).length - 1
  try {
    await says(WAITS)
    changes()
    await service.dies()
    await sleep(200)
    await service.starts()
    await says(WAITS, 2)
    expect(hints()).toBe(0)
    for (const times of [3, 4]) {
      changes()
      await says(WAITS, times)
    }
    expect(hints()).toBe(2)
  } finally {
    await leaves()
    await service.dies()
  }
})

test('a restart for a change that comes in the middle of a run ends that one, and has one more', async () => {
  const service = new Service()
  await service.starts()
  const cuts: boolean[] = []
  let isLong = false
  const { judged, told, says, changes, leaves } = watched(service, [], undefined, async (cut) => {
    if (!isLong) return
    isLong = false
    changes()
    await sleep(300)
    await service.dies()
    await vi.waitFor(() => expect(cut.signal.aborted).toBe(true), { timeout: 3000 })
    cuts.push(cut.signal.aborted)
    await service.starts()
  })
  try {
    await says(WAITS)
    isLong = true
    changes()
    await says('the service went away meanwhile: once more as soon as it listens\n')
    await says(WAITS, 2)
    expect(told().match(/^changed: .*a\.ts$/gm)).toHaveLength(2)
    expect([judged.length, cuts]).toEqual([3, [true]])
  } finally {
    await leaves()
    await service.dies()
  }
})

test('one that goes away again, with no further change, crashes: that run is not ended for a restart', async () => {
  const service = new Service()
  await service.starts()
  const cuts: boolean[] = []
  let isCrashing = false
  const { judged, says, changes, leaves } = watched(service, [], undefined, async (cut) => {
    if (!isCrashing) return
    await service.dies()
    await sleep(400)
    await service.starts()
    cuts.push(cut.signal.aborted)
  })
  try {
    await says(WAITS)
    isCrashing = true
    changes()
    await says(WAITS, 2)
    expect([judged.length, cuts]).toEqual([3, [true, false]])
  } finally {
    await leaves()
    await service.dies()
  }
})

test('of a change that came while it was judged that is said, and nothing of a restart that nobody looked for', async () => {
  const service = new Service()
  await service.starts()
  const { told, says, leaves } = watched(service, ['other', 'same'], async (folder) => {
    // What changes before everything is watched is seen by nobody.
    await sleep(1000)
    writeFileSync(join(folder, 'b.ts'), '')
    await sleep(500)
  })
  try {
    await says(WAITS, 2)
    expect(told()).toMatch(/^changed: .*b\.ts\nit changed while the last run was under way: /m)
    expect(told()).not.toContain(UNSEEN)
  } finally {
    await leaves()
    await service.dies()
  }
})

test('a change that came while the verdict was printed is none of the run', async () => {
  const service = new Service()
  await service.starts()
  const printed = async (folder: string): Promise<void> => {
    await sleep(1000)
    writeFileSync(join(folder, 'b.ts'), '')
    await sleep(500)
  }
  const { told, says, leaves } = watched(service, ['other', 'same'], undefined, undefined, printed)
  try {
    await says(WAITS, 2)
    expect(told()).toMatch(/^changed: .*b\.ts\nwaiting for /m)
    expect(told()).not.toContain(UNSEEN)
  } finally {
    await leaves()
    await service.dies()
  }
})
