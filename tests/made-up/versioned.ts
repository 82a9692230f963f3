import type { ServiceDefinition } from '../../kit/contract/service.ts'
import { libraryService } from './service.ts'

const { '/loans': loans, '/loans/{id}': loan } = libraryService.contract.description().paths ?? {}

/** The library, whose paths begin with `/lib/v2`. */
export const versionedLibrary: ServiceDefinition = {
  ...libraryService,
  contract: {
    ...libraryService.contract,
    description: () => ({
      ...libraryService.contract.description(),
      paths: { '/lib/v2/loans': loans ?? {}, '/lib/v2/loans/{id}': loan ?? {} },
    }),
  },
  preflightPath: () => '/lib/v2/loans/none',
}
