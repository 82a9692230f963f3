import { defineConfig } from 'vitest/config'
export default defineConfig({ test: { include: ['scratch-pay.test.ts'], testTimeout: 900000, pool: 'threads', reporters: ['verbose'] } })
