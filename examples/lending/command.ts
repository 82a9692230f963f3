import { command } from 'assay-conformance/command'
import { libraryFlaws, startLibrary } from './reference/index.ts'
import { librarySuite } from './suite.ts'

const isFlaw = (name = ''): name is keyof typeof libraryFlaws => Object.hasOwn(libraryFlaws, name)

/** The library that flags or a target file name, else the reference: `node dist/command.js run --html report.html`. */
await command({
  name: 'library',
  description: 'Says whether a lending library keeps what its document promises.',
  suites: [librarySuite],
  embedded: async () => {
    const library = await startLibrary({ timeScale: 20 })
    return { file: library.targetFile(), close: () => library.close() }
  },
  // For `explain`: a library keeps a statement, one with a flaw breaks it.
  reference: async ({ flaw }) => {
    const library = await startLibrary(isFlaw(flaw) ? { flaw } : {})
    return { file: library.targetFile(), close: () => library.close() }
  },
  flawsThatBreak: async (requirement) =>
    Object.entries(libraryFlaws)
      .filter(([, { breaks }]) => breaks.some((id) => id === requirement))
      .map(([name, { title }]) => ({ name, title })),
})
