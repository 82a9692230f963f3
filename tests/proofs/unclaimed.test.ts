import { describe, expect, test } from 'vitest'
import { startMessagingService } from '../../reference/messaging/index.ts'
import { startPaymentService } from '../../reference/payment/index.ts'
import { messagingChecks } from '../../suites/messaging/index.ts'
import { paymentChecks } from '../../suites/payment/index.ts'
import { type Embedded, prove } from './proof.ts'

type Members = Readonly<Record<string, unknown>>

const services = {
  payment: { start: () => startPaymentService(), checks: paymentChecks },
  messaging: { start: () => startMessagingService(), checks: messagingChecks },
} as const
type Which = keyof typeof services

/** Members of a section that hold claims of their own. */
const ROOMS = ['outcomes', 'fixtures', 'probes', 'keys', 'bodies'] as const
/** Without these nothing is asked at all. */
const NEEDED = ['baseUrl', 'keys.live', 'keys.bound']

const isRoom = (name: string): boolean => (ROOMS as readonly string[]).includes(name)

/** What a section of a target file claims, one by one. */
const claimsIn = (section: Members): string[] =>
  Object.entries(section)
    .flatMap(([name, value]) => (isRoom(name) ? Object.keys(value as object).map((each) => `${name}.${each}`) : [name]))
    .filter((name) => !NEEDED.includes(name))

function without(section: Members, claim: string): Members {
  const [room = '', name] = claim.split('.')
  const left = (all: Members, dropped: string): Members =>
    Object.fromEntries(Object.entries(all).filter(([each]) => each !== dropped))
  return name === undefined ? left(section, room) : { ...section, [room]: left(section[room] as Members, name) }
}

async function sectionOf(which: Which): Promise<Members> {
  const service = await services[which].start()
  await service.close()
  return (service.targetFile() as Readonly<Record<string, Members>>)[which] ?? {}
}

const claims = await Promise.all(
  (['payment', 'messaging'] as const).map(async (which) =>
    claimsIn(await sectionOf(which)).map((claim): [Which, string] => [which, claim]),
  ),
)

// Nobody has everything: a check asks for nothing that the target file does not bring about.
describe('a lawful service is accused of nothing where its target file does not claim', () => {
  test.for(claims.flat())('%s.%s', async ([which, claim]) => {
    const { start, checks } = services[which]
    const bare = async (): Promise<Embedded> => {
      const service = await start()
      const file = service.targetFile() as Readonly<Record<string, Members>>
      return {
        close: () => service.close(),
        targetFile: () => ({ ...file, [which]: without(file[which] ?? {}, claim) }),
      }
    }
    const { failed, warned, told, verdicts } = await prove(bare, which, checks)
    expect([...failed, ...warned], told.join('\n')).toEqual([])
    expect(verdicts.filter(({ verdict }) => verdict === 'broken').map(({ id }) => id)).toEqual([])
  })
})
