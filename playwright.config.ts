import { availableParallelism, loadavg } from 'node:os'
import { defineConfig } from '@playwright/test'
import { browserFlags, installedTestBrowser } from './scripts/find-browser.mjs'

const executablePath = installedTestBrowser()

/** How many times as busy as it can be the machine is when the run begins: between 1 and 4. */
const busier = Math.min(4, Math.max(1, (loadavg()[0] ?? 0) / availableParallelism()))

const isLong = process.env.LINTEL_TESTS === 'long'
const longJourneys = '**/*.long.spec.ts'
/** What both runs walk: the long one further. */
const randomJourneys = '**/users-random.spec.ts'

/** Files that take longest begin first: none of them is walked alone at the end. */
const longestFirst = ['wall', 'users', 'sign-in', 'federation', 'staff-records'].map((name) => `**/${name}.spec.ts`)

export default defineConfig({
  testDir: 'e2e',
  // The long ones are a run of their own: `npm run test:long`.
  projects: isLong
    ? [{ name: 'long', testMatch: [longJourneys, randomJourneys] }]
    : [
        { name: 'longest', testMatch: longestFirst },
        { name: 'others', testIgnore: [longJourneys, ...longestFirst] },
      ],
  globalSetup: './e2e/world-setup.ts',
  outputDir: 'test-results',
  // Each file has a server and a demo world of its own, and is walked by one worker: starting them anew for each worker that takes a part of
  // a file took a tenth of the time. The long run has few files, of which one is most of it. One more than most machines have processors:
  // journeys wait, too.
  workers: 3,
  fullyParallel: isLong,
  forbidOnly: true,
  retries: 0,
  // Each single wait ends within half a minute. A journey ends within one on a machine that does nothing else, and a busier
  // machine gets that much more time; a longer journey says so itself (`test.slow()`, or a limit of its own).
  timeout: 60_000 * busier,
  expect: { timeout: 30_000 },
  use: {
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    locale: 'en-GB',
    // Pictures that move cost a twelfth of the time; a journey that is about motion asks for it.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace of every journey would take a fifth of the time; `npx playwright test --trace on` makes one of a failed one.
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: browserFlags,
    },
  },
})
