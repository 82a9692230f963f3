import type { Requirement } from './contract.ts'
import { messagingCallerContract } from './messaging/caller/contract.ts'
import { messagingContract } from './messaging/contract.ts'
import { messagingReceiverContract } from './messaging/receiver/contract.ts'
import { paymentCallerContract } from './payment/caller/contract.ts'
import { paymentContract } from './payment/contract.ts'
import { paymentReceiverContract } from './payment/receiver/contract.ts'

/** What the documents say, in reading order. */
export const contracts = [
  paymentContract,
  messagingContract,
  paymentReceiverContract,
  messagingReceiverContract,
  paymentCallerContract,
  messagingCallerContract,
] as const

/** Every statement of the documents by id. */
export const catalogue: Readonly<Record<string, Requirement>> = Object.assign(
  {},
  ...contracts.map((contract) => contract.catalogue),
)
