import { existsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

/** Tests that kill processes or take the database away: they own their servers and take seconds. */
const faults = 'server/**/*.faults.test.ts'

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'tools', include: ['scripts/**/*.test.mjs'] } },
      { test: { name: 'contract', include: ['contract/src/**/*.test.ts'] } },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          exclude: [faults, '**/node_modules/**', '**/dist/**'],
          globalSetup: 'server/test/global-setup.ts',
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'faults',
          include: [faults],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      existsSync(new URL('web/vitest.config.ts', import.meta.url))
        ? './web/vitest.config.ts'
        : { test: { name: 'web', include: ['web/src/**/*.test.{ts,tsx}'] } },
    ],
  },
})
