import { command } from 'assay/command'
import { startLibrary } from './reference/index.ts'
import { librarySuite } from './suite.ts'

/** The library that flags or a target file name, else the reference: `node dist/command.js run --html report.html`. */
await command({
  name: 'library',
  description: 'Says whether a lending library keeps what its document promises.',
  suites: [librarySuite],
  embedded: async () => {
    const library = await startLibrary({ timeScale: 20 })
    return { file: library.targetFile(), close: () => library.close() }
  },
})
