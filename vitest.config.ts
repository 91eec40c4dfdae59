import { existsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

/** Tests that kill processes or take the database away: they own their servers and take seconds. */
const faults = 'server/**/*.faults.test.ts'

/** The longest forms of tests, a run of their own: `npm run test:long`. They own their servers as well. */
const long = 'server/**/*.long.test.ts'

/** How a test waits for what comes by itself. */
const patient = { interval: 20, timeout: 30_000 }

export default defineConfig({
  test: {
    maxWorkers: '100%',
    // What a test opens it ends: files share what they import, which took a third of the time.
    isolate: false,
    // For a machine that is busy with ten other things: what is right does not wait for these.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: patient },
    projects: [
      { extends: true, test: { name: 'tools', include: ['scripts/**/*.test.mjs'] } },
      { extends: true, test: { name: 'contract', include: ['contract/src/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          exclude: [faults, long, '**/node_modules/**', '**/dist/**'],
          globalSetup: 'server/test/global-setup.ts',
        },
      },
      {
        test: {
          name: 'faults',
          include: [faults],
          globalSetup: ['server/test/faults/built-server.ts', 'server/test/global-setup.ts'],
          // They wait more than they work, and each starves and kills only what it has started itself.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          testTimeout: 180_000,
          hookTimeout: 180_000,
          expect: { poll: patient },
        },
      },
      {
        test: {
          name: 'long',
          include: [long],
          globalSetup: ['server/test/faults/built-server.ts', 'server/test/global-setup.ts'],
          maxWorkers: 1,
          testTimeout: 1_800_000,
          expect: { poll: patient },
        },
      },
      existsSync(new URL('web/vitest.config.ts', import.meta.url))
        ? './web/vitest.config.ts'
        : { test: { name: 'web', include: ['web/src/**/*.test.{ts,tsx}'] } },
    ],
  },
})
