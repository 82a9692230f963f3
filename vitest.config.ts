import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{specs,kit,generators,suites,reference,reporters,cli,tests}/**/*.test.ts'],
    benchmark: { include: ['**/*.bench.ts'] },
    // Two cores: one worker runs the proofs, which are concurrent by async, the other everything else.
    maxWorkers: 2,
    testTimeout: 30_000,
    // The proofs wait far more than they work.
    maxConcurrency: 32,
  },
})
