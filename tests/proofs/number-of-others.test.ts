import { describe, expect, test } from 'vitest'
import { startMessagingService } from '../../reference/messaging/index.ts'
import { messagingChecks } from '../../suites/messaging/index.ts'
import { type Embedded, prove } from './proof.ts'

/** What a target file says of the number for codes, and of the key that may send them. */
interface File {
  readonly messaging: {
    readonly baseUrl: string
    readonly keys: { readonly bound: string }
    readonly fixtures: { readonly phones: { readonly otp: string } }
  }
}

/** A service that somebody else asks for codes meanwhile, at the number of the run, each time after so many ms. */
const shared = (pauses: readonly number[], flaw?: string) => async (): Promise<Embedded> => {
  const service = await startMessagingService(flaw === undefined ? {} : { flaw })
  const { messaging } = service.targetFile() as unknown as File
  let next: NodeJS.Timeout
  const askLater = (turn: number): void => {
    next = setTimeout(
      () => {
        askLater(turn + 1)
        fetch(`${messaging.baseUrl}/v1/otp/resend`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-api-key': messaging.keys.bound },
          body: JSON.stringify({ phone_number: messaging.fixtures.phones.otp }),
        }).catch(() => undefined)
      },
      pauses[turn % pauses.length],
    )
  }
  askLater(0)
  return {
    targetFile: () => service.targetFile(),
    close: () => {
      clearTimeout(next)
      return service.close()
    },
  }
}

const OWN = 'msg.otp.refused-sends-none'

describe('somebody else asks for codes at the number of the run', { timeout: 120_000 }, () => {
  test.for([[[400]], [[1000]], [[2500]], [[3300]], [[700, 2900, 5300]], [[9000]]])(
    'every %j ms, and nobody is accused',
    async ([pauses]) => {
      const { told } = await prove(shared(pauses ?? []), 'messaging', messagingChecks, 'standard')
      expect(told.filter((each) => /^(fail|warn) /.test(each))).toEqual([])
    },
  )

  test.for(['refused-resend-sends', 'keyless-resend-sends', 'forbidden-resend-sends', 'refused-app-key-sends'])(
    'seldom, and a service of the flaw %s is told all the same',
    async (flaw) => {
      const { failed } = await prove(shared([600_000], flaw), 'messaging', messagingChecks, 'standard')
      expect(failed).toContain(OWN)
    },
  )
})
