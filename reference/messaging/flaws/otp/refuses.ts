import type { Intent } from '../../behaviour.ts'
import type { JsonObject } from '../../domain/domain.ts'
import type { Cause } from '../../http/refusal.ts'
import type { Patch } from '../../patch.ts'

/** Refuses resends that the predicate picks. */
export const refuses =
  (when: (intent: Intent & { readonly body: JsonObject }) => boolean, cause: Cause = 'invalid'): Patch =>
  (before) => ({
    ...before,
    objects: (intent) =>
      intent.operation === 'resend' && when({ ...intent, body: intent.body ?? {} }) ? cause : before.objects(intent),
  })
