import { readFileSync } from 'node:fs'
import type { OpenAPIV3_1 } from 'openapi-types'
import { parse } from 'yaml'
import { messagingReadings } from './messaging/readings.ts'
import { messagingRequirements } from './messaging/requirements.ts'
import { messagingUnstated } from './messaging/unstated.ts'
import { paymentReadings } from './payment/readings.ts'
import { paymentRequirements } from './payment/requirements.ts'
import { paymentUnstated } from './payment/unstated.ts'
import type { Reading, Requirement, Unstated } from './requirement.ts'

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

/** The build makes JSON of the descriptions: it is read in a tenth of the time. */
const isBuilt = import.meta.url.endsWith('.js')

const parsed = new Map<Service, OpenAPIV3_1.Document>()

/**
 * The OpenAPI 3.1 description of a service, webhooks included, with its references unresolved.
 * Parsed once; callers share the object. Throws when the file cannot be read or is malformed.
 */
export const openapi = (service: Service): OpenAPIV3_1.Document => {
  const known = parsed.get(service)
  if (known) return known
  const file = new URL(`./${service}/openapi.${isBuilt ? 'json' : 'yaml'}`, import.meta.url)
  const text = readFileSync(file, 'utf8')
  const document: OpenAPIV3_1.Document = isBuilt ? JSON.parse(text) : parse(text)
  parsed.set(service, document)
  return document
}
