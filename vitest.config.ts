import { defineConfig } from 'vitest/config'

/** Tests that kill processes or stop the database: they start their own servers and take seconds. */
const faults = 'server/**/*.faults.test.ts'

/** The long variants of tests, a separate run: `npm run test:long`. They start their own servers as well. */
const long = 'server/**/*.long.test.ts'

/** How `expect.poll` waits for asynchronous effects. */
const polling = { interval: 20, timeout: 30_000 }

export default defineConfig({
  test: {
    maxWorkers: '100%',
    // Tests clean up what they open, so files can share modules: loading them per file took a third of the time.
    isolate: false,
    // Generous for a busy machine; a passing test does not wait for these.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: polling },
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
          // They wait more than they compute, and each kills and blocks only what it has started itself.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          testTimeout: 180_000,
          hookTimeout: 180_000,
          expect: { poll: polling },
        },
      },
      {
        test: {
          name: 'long',
          include: [long],
          globalSetup: ['server/test/faults/built-server.ts', 'server/test/global-setup.ts'],
          maxWorkers: 1,
          testTimeout: 1_800_000,
          expect: { poll: polling },
        },
      },
      './web/vitest.config.ts',
    ],
  },
})
