import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{specs,kit,generators,suites,reference,reporters,cli,tests}/**/*.test.ts'],
    globalSetup: ['tests/temporary-folder.ts'],
    benchmark: { include: ['**/*.bench.ts'] },
    maxWorkers: 2,
    testTimeout: 30_000,
  },
})
