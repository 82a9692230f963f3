import { randomUUID } from 'node:crypto'
import type { JsonObject, Operation } from '../domain/domain.ts'
import type { Problem, Refusal } from './refusal.ts'

const whatsappOperations: readonly Operation[] = ['conversation', 'read', 'senders']

const types: Readonly<Record<Problem['kind'], string>> = {
  missing: 'missing',
  type: 'type_error',
  format: 'value_error',
  range: 'value_error',
  code: 'value_error',
  https: 'value_error',
  private: 'value_error',
}

/** A refusal without named defects blames the body as a whole. */
const defects = ({ problems, message }: Refusal): readonly Problem[] =>
  problems.length > 0 ? problems : [{ loc: ['body'], kind: 'format', message }]

const fieldOf = ({ loc }: Problem): string => String(loc.at(-1) ?? 'body')

/** `{error: {code, message, details}}`, with a short reason per field. */
export function errorObject(refusal: Refusal): JsonObject {
  const details = Object.fromEntries(refusal.problems.map((problem) => [fieldOf(problem), problem.message]))
  return { error: { code: refusal.code, message: refusal.message, details } }
}

/** `{detail: [{loc, msg, type}]}`. */
export function detailList(refusal: Refusal): JsonObject {
  return {
    detail: defects(refusal).map((problem) => ({
      loc: [...problem.loc],
      msg: problem.message,
      type: types[problem.kind],
    })),
  }
}

/** The envelope with `errors`. */
export function errorEnvelope(refusal: Refusal): JsonObject {
  const items = refusal.problems.length > 0 ? refusal.problems : undefined
  return {
    success: false,
    errors: items?.map((problem) => ({
      code: refusal.code,
      message: problem.message,
      field: fieldOf(problem),
    })) ?? [{ code: refusal.code, message: refusal.message }],
    request_id: randomUUID(),
  }
}

export const isWhatsapp = (operation: Operation): boolean => whatsappOperations.includes(operation)

/** 422 lists its defects; WhatsApp endpoints answer with their envelope, others with an error object. */
export function errorOf(refusal: Refusal): JsonObject {
  if (refusal.status === 422) return detailList(refusal)
  return isWhatsapp(refusal.operation) ? errorEnvelope(refusal) : errorObject(refusal)
}
