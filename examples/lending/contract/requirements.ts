import { may, must, type Requirement, should } from 'assay-conformance/kit'

/** Every statement of the document, in its own order. Ids are never reused. */
// biome-ignore format: a table reads by its rows, one statement a line
export const libraryRequirements = {
  // Loans
  'lib.loan.created': must('Endpoints', 'A copy on the shelf is lent to the member who asks for it: 201 and the loan.'),
  'lib.loan.due': must('Loans', 'A loan is due 14 days after the day on which it began.'),
  'lib.loan.copy-known': must('Errors', 'A loan without a copy is refused with 400 invalid-request, one of an unknown copy with 404 not-found.'),
  'lib.loan.on-loan': must('Loans', 'A copy that is out is not lent again: 409 on-loan.'),
  'lib.loan.limit': must('Limits', 'A member has three loans at a time, and a fourth one is refused with 409 limit-reached.'),
  'lib.loan.renew-once': must('Loans', 'A loan is renewed once and due 14 days later for it; again is refused with 409 renewed.'),
  'lib.loan.return-ends': must('Loans', 'A returned loan leaves the list and cannot be renewed, and its copy can be lent again.'),
  'lib.loan.return-repeated': must('Endpoints', 'A return is safe to repeat.'),
  'lib.loan.listed': must('Endpoints', "The list has every loan of the member that has not ended, and nobody else's."),

  // Holds
  'lib.hold.order': must('Holds', 'A copy that comes back is kept for the member who asked first: for others it is 409 held.'),
  'lib.hold.on-shelf': may('Holds', 'A hold on a copy that is on the shelf is refused with 409 on-shelf.'),

  // Authentication
  'lib.access.key-needed': must('Authentication', 'A request without a key, or with an unknown one, is refused with 401 unauthorized.'),
  'lib.access.not-yours': must('Authentication', "Another member's loan is answered like one that does not exist: 404 not-found."),

  // Events
  'lib.event.delivered': must('Events', 'The return of a loan and the readiness of a hold are told to their URLs within 30 seconds.'),
  'lib.event.signed': must('Events › Signature', 'Every attempt carries a timestamp and its HMAC-SHA256 over timestamp, dot and raw body.'),
  'lib.event.retried': must('Events', 'A failed attempt is followed by another one within 30 seconds, with the same id.'),
  'lib.event.kept': must('Events', 'What nobody took is kept for 30 days.', { unobservable: 'Only the librarian sees what is kept.' }),

  // Errors
  'lib.error.problem': must('Resources › Problem', 'Every error is a problem document with its status, and with a code of the table that belongs to it.'),
  'lib.error.detail': should('Resources › Problem', 'Every problem says in detail what was wrong.'),

  // Limits
  'lib.rate.limited': must('Limits', 'A key has 20 requests in 10 seconds, and more are refused with 429 too-many-requests.'),
  'lib.rate.retry-after': must('Errors', 'A 429 says in Retry-After when to try again, and then a request is served.'),
} as const satisfies Record<string, Requirement>

export type RequirementId = keyof typeof libraryRequirements
