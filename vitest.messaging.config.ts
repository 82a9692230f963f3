import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { include: ['tests/messaging-*.test.ts'], maxWorkers: 2, testTimeout: 30_000, maxConcurrency: 24 },
})
