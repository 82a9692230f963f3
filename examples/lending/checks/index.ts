import { access } from './access.ts'
import { borrowing } from './borrowing.ts'
import { events } from './events.ts'
import { holds } from './holds.ts'
import { limits } from './limits.ts'
import { problems } from './problems.ts'
import { returning } from './returning.ts'
import { signatures } from './signatures.ts'

export const libraryChecks = [
  ...borrowing,
  ...returning,
  ...holds,
  ...limits,
  ...access,
  ...events,
  ...signatures,
  ...problems,
]
