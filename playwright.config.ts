import { availableParallelism, loadavg } from 'node:os'
import { defineConfig } from '@playwright/test'
import { browserFlags, installedTestBrowser } from './scripts/find-browser.mjs'

const executablePath = installedTestBrowser()

/** Load of the machine per processor when the run begins, between 1 and 4. */
const slowdown = Math.min(4, Math.max(1, (loadavg()[0] ?? 0) / availableParallelism()))

const isLong = process.env.LINTEL_TESTS === 'long'
const longJourneys = '**/*.long.spec.ts'
/** Part of both runs; the long run takes more steps. */
const randomJourneys = '**/users-random.spec.ts'

/** The slowest files start first, so that none of them runs alone at the end. */
const slowestFirst = ['wall', 'users', 'sign-in', 'federation', 'staff-records'].map((name) => `**/${name}.spec.ts`)

export default defineConfig({
  testDir: 'e2e',
  // The long journeys are a separate run: `npm run test:long`.
  projects: isLong
    ? [{ name: 'long', testMatch: [longJourneys, randomJourneys] }]
    : [
        { name: 'longest', testMatch: slowestFirst },
        { name: 'others', testIgnore: [longJourneys, ...slowestFirst] },
      ],
  globalSetup: './e2e/world-setup.ts',
  outputDir: 'test-results',
  // Each file has its own server and demo world and runs in one worker: starting them once per worker took a tenth of
  // the time. The long run has few files, and one of them takes most of its time. Three workers are one more than most
  // machines have processors, because journeys also wait.
  workers: 3,
  fullyParallel: isLong,
  forbidOnly: true,
  retries: 0,
  // A single wait ends within 30 s. A journey ends within 60 s on an idle machine and gets proportionally more time on
  // a busy one; longer journeys declare that themselves (`test.slow()` or a timeout of their own).
  timeout: 60_000 * slowdown,
  expect: { timeout: 30_000 },
  use: {
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    locale: 'en-GB',
    // Animations cost a twelfth of the time; a journey about motion turns them on.
    contextOptions: { reducedMotion: 'reduce' },
    // Tracing every journey would take a fifth of the time; `npx playwright test --trace on` traces a failed one.
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: browserFlags,
    },
  },
})
