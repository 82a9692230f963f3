import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{specs,kit,generators,suites,reference,reporters,cli,tests}/**/*.test.ts'],
    benchmark: { include: ['**/*.bench.ts'] },
    maxWorkers: 2,
    testTimeout: 30_000,
  },
})
