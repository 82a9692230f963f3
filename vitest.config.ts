import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { allureReporters, conformance } from './tests/conformance/project.ts'

/** Files of proofs, the longest first: one that began last would leave the other worker idle. */
const LONG = [
  /payment-kills/,
  /messaging-kills/,
  /generated-kills/,
  /greens/,
  /tests\/bad-input/,
  /tests\/(exit-codes|browser|leaks|package|everyday|deployment-commands|certificate|mixtures)/,
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const found = LONG.findIndex((each) => each.test(moduleId))
      return found === -1 ? LONG.length : found
    }
    return files.toSorted((a, b) => place(a) - place(b))
  }
}

export default defineConfig({
  test: {
    benchmark: { include: ['**/*.bench.ts'] },
    maxWorkers: 2,
    // Loading the same modules for each file anew would take a tenth of the time. No file leaves anything behind.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // Only what hangs takes so long: how busy the machine is decides nothing.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'tests',
          include: ['{specs,kit,generators,suites,reference,reporters,cli,tests}/**/*.test.ts'],
          globalSetup: ['tests/temporary-folder.ts'],
        },
      },
      { extends: true, ...conformance },
    ],
    ...allureReporters,
  },
})
