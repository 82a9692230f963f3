import type { Suite } from 'assay-conformance/kit'
import { libraryService } from './service.ts'

/** The library and the checks that judge it, in the order of the document. */
export const librarySuite: Suite = {
  service: libraryService,
  checks: async () => (await import('./checks/index.ts')).libraryChecks,
}
