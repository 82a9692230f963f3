import { expect, test } from 'vitest'
import { loaded } from '../../cli/assembly.ts'
import { suitesNamed } from '../../cli/certificate/bundle-file.ts'
import { own } from '../../cli/own/own.ts'
import { sealable } from '../../kit/certificate/verify.ts'
import { messagingVariants } from '../../reference/messaging/variants.ts'
import { paymentVariants } from '../../reference/payment/variants.ts'
import { certified } from '../made-up/sealed-run.ts'

const lawful = [
  ...Object.keys(paymentVariants).map((variant) => ['payment', variant] as const),
  ...Object.keys(messagingVariants).map((variant) => ['messaging', variant] as const),
]

/** Those whose evidence is the hardest to judge again; all of them with CERTIFIED=all, which takes a quarter of an hour. */
const USUAL = ['webhook-in-order', 'reads-by-pointer-of-seconds', 'retries-within-seconds', 'synchronous-completion']
const isTried = ([, variant]: (typeof lawful)[number]): boolean =>
  process.env.CERTIFIED === 'all' || USUAL.includes(variant)

test.for(lawful.filter(isTried))(
  'a certificate is given to a lawful deployment: %s, %s',
  { timeout: 300_000 },
  async ([service, variant]) => {
    const { services, checks } = await loaded(suitesNamed([service], own))
    const made = await certified({ variants: [variant], parties: service })
    expect(made.report.outcome).toMatchObject({ exitCode: 0, headline: 'conformant' })
    // Judged again from its evidence it comes out the same, or it is refused.
    await expect(sealable(made, services, checks)).resolves.toBeDefined()
  },
)
