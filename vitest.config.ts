import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{specs,kit,generators,suites,reference,reporters,cli,tests}/**/*.test.ts'],
    // The proofs of the messaging suite have a command of their own: npm run test:messaging.
    exclude: ['**/node_modules/**', 'dist/**', 'tests/messaging-*.test.ts'],
    benchmark: { include: ['**/*.bench.ts'] },
    // Two cores: the longest proofs share one worker, everything else has the other.
    maxWorkers: 2,
    testTimeout: 30_000,
    // The proofs wait far more than they work.
    maxConcurrency: 12,
  },
})
