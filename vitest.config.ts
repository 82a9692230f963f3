import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{specs,kit,generators,suites,reference,reporters,cli,tests}/**/*.test.ts'],
    globalSetup: ['tests/temporary-folder.ts'],
    benchmark: { include: ['**/*.bench.ts'] },
    maxWorkers: 2,
    // Only what hangs takes so long: how busy the machine is decides nothing.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
