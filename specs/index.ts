import type { OpenAPIV3_1 } from 'openapi-types'
import type { Reading, Requirement, Unstated } from './contract.ts'
import { messagingContract } from './messaging/contract.ts'
import { messagingReadings } from './messaging/readings.ts'
import { messagingRequirements } from './messaging/requirements.ts'
import { messagingUnstated } from './messaging/unstated.ts'
import { paymentContract } from './payment/contract.ts'
import { paymentReadings } from './payment/readings.ts'
import { paymentRequirements } from './payment/requirements.ts'
import { paymentUnstated } from './payment/unstated.ts'

export { type PaymentErrorCode, paymentErrors } from './payment/errors.ts'
export { liveStatuses, type PaymentStatus, paymentStatuses, terminalStatuses } from './payment/statuses.ts'

export type Service = 'payment' | 'messaging'

const requirements = { ...messagingRequirements, ...paymentRequirements }

export type RequirementId = keyof typeof requirements

/** Every statement of the documents by id. */
export const catalogue: Readonly<Record<RequirementId, Requirement>> = requirements

export const requirement = (id: RequirementId): Requirement => catalogue[id]

const openPoints = { ...paymentUnstated, ...messagingUnstated }

export type UnstatedId = keyof typeof openPoints

/** What the documents leave open, by id. */
export const unstated: Readonly<Record<UnstatedId, Unstated>> = openPoints

const decisions = { ...paymentReadings, ...messagingReadings }

export type ReadingId = keyof typeof decisions

/** Decisions where the documents collide, by id. */
export const readings: Readonly<Record<ReadingId, Reading>> = decisions

const contractOf = { payment: paymentContract, messaging: messagingContract } as const

/** The OpenAPI 3.1 description of a service, webhooks included, with its references unresolved. */
export const openapi = (service: Service): OpenAPIV3_1.Document =>
  contractOf[service].description() as OpenAPIV3_1.Document
