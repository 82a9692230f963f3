import { expect, test } from 'vitest'
import type { CheckContext } from '../../../kit/check/context.ts'
import { contextOf } from '../../../tests/made-up/recorded.ts'
import { smsRun } from '../sending/sms-timeline.ts'
import { noCallback } from './no-callback.ts'

/** Why nothing is said of webhooks that are not told, where none was registered beside that of the run. */
async function reasonFor(webhook: object): Promise<string> {
  const said: string[] = []
  const { t } = contextOf<CheckContext>({
    fixtures: { [smsRun.name]: { webhook: { strangers: [], ...webhook } } },
    context: { markUnexercised: (_id: string, _why: string, reason: string) => said.push(reason) },
  })
  await noCallback.find(({ id }) => id === 'msg/silences/strangers')?.run(t)
  return said.join()
}

test('what a recipe could not register is told with what it was answered', async () => {
  const unregistered = 'the call of the recipe registerWebhook to 127.0.0.1:1 was answered 404'
  expect(await reasonFor({ unregistered })).toBe(
    `no webhook of another channel or app could be registered: ${unregistered}; unless the deployment takes none, messaging.outcomes.registerWebhook is not what it takes`,
  )
  expect(await reasonFor({})).toBe('no webhook of another channel or app could be registered')
})
