import type { InlineConfig } from 'vitest/node'

/** Folder for the results that Allure makes its report from; with it the tests tell their steps. */
const { ALLURE } = process.env

/** Both suites against the target that ASSAY_CONFIG names, else the embedded reference: `npx vitest --project conformance`. */
export const conformance = {
  test: {
    name: 'conformance',
    // A file for each service: what `--shard` deals out.
    include: ['tests/conformance/{payment,messaging}.ts'],
    setupFiles: ALLURE === undefined ? [] : ['allure-vitest/setup'],
    // Both listen on the one address that a target file names.
    fileParallelism: false,
    // Checks wait most of their time, for other checks as well.
    maxConcurrency: 1000,
  },
}

/** Where Allure is asked for, its reporter beside the usual one: reporters belong to all projects of a run. */
export const allureReporters: Pick<InlineConfig, 'reporters'> =
  ALLURE === undefined ? {} : { reporters: ['default', ['allure-vitest/reporter', { resultsDir: ALLURE }]] }
