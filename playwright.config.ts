import { defineConfig } from '@playwright/test'
import { browserFlags, installedTestBrowser } from './scripts/find-browser.mjs'

const executablePath = installedTestBrowser()

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  // Each worker has a server and a demo world of its own.
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  // For a machine that is busy with ten other things: what is right does not wait for these.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  use: {
    locale: 'en-GB',
    // A trace of every journey would take a fifth of the time; `npx playwright test --trace on` makes one of a failed one.
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: browserFlags,
    },
  },
})
