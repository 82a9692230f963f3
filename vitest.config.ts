import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { allureReporters, conformance } from './tests/conformance/project.ts'

/**
 * Files of proofs, the longest first: one that began last would leave the other workers idle. What computes and what
 * waits for commands take turns, so that each has the processor while another waits.
 */
const LONG = [
  /hostile\/transports/,
  /hostile\/forged-bundles/,
  /payment-kills/,
  /commands\/certificate/,
  /commands\/exit-codes/,
  /commands\/everyday/,
  /messaging-kills/,
  /commands\/leaks/,
  /payment-greens/,
  /tests\/browser/,
  /payment-generated-kills/,
  /commands\/package/,
  /commands\/example/,
  /generated-greens/,
  /(deployment-commands|bad-input|ci\.|watch|allure|deliveries)/,
  /proofs\/(judged-again|messaging-greens|mixtures)/,
]

/** Rooms whose tests stand beside the code. */
const ROOMS = '{specs,kit,generators,suites,reference,reporters,cli}'

const longestFirst = (files: readonly TestSpecification[]): TestSpecification[] => {
  const place = ({ moduleId }: TestSpecification): number => {
    const found = LONG.findIndex((each) => each.test(moduleId))
    return found === -1 ? LONG.length : found
  }
  return files.toSorted((a, b) => place(a) - place(b) || (a.moduleId < b.moduleId ? -1 : 1))
}

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return longestFirst(files)
  }

  /** Deals the files out from the longest on, to and fro: who got the longest of one round gets the shortest of the next. */
  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { index = 1, count = 1 } = this.ctx.config.shard ?? {}
    const dealtTo = (place: number): number => Math.min(place % (2 * count), 2 * count - 1 - (place % (2 * count)))
    return longestFirst(files).filter((_, place) => dealtTo(place) === index - 1)
  }
}

export default defineConfig({
  test: {
    maxWorkers: availableParallelism(),
    // Runs leave much behind that is soon forgotten: a larger nursery has it swept less often.
    execArgv: ['--max-semi-space-size=64'],
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
          name: 'own',
          // One project for both tiers: a worker keeps the modules that the proofs have loaded.
          include: [`${ROOMS}/**/*.test.ts`, 'tests/**/*.test.ts'],
          globalSetup: ['tests/temporary-folder.ts'],
          benchmark: { include: [`${ROOMS}/**/*.bench.ts`] },
        },
      },
      { extends: true, ...conformance },
    ],
    ...allureReporters,
  },
})
