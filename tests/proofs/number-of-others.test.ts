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
  let isOver = false
  const asking = (async () => {
    for (let turn = 0; !isOver; turn += 1) {
      await new Promise((resolve) => setTimeout(resolve, pauses[turn % pauses.length]))
      if (isOver) return
      await fetch(`${messaging.baseUrl}/v1/otp/resend`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': messaging.keys.bound },
        body: JSON.stringify({ phone_number: messaging.fixtures.phones.otp }),
      }).catch(() => undefined)
    }
  })()
  return {
    targetFile: () => service.targetFile(),
    async close() {
      isOver = true
      await asking
      await service.close()
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

  test('and a service that carries refused resends out is told all the same, by the silence between', async () => {
    const { failed } = await prove(shared([60_000], 'refused-resend-sends'), 'messaging', messagingChecks, 'standard')
    expect(failed).toContain(OWN)
  })
})
