import { defineConfig } from '@playwright/test'
import { installedBrowser } from './scripts/find-browser.mjs'

const executablePath = installedBrowser()

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  globalSetup: './e2e/start-server-setup.ts',
  // One server and one demo world: journeys follow each other.
  workers: 1,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    // Known once the server listens; the workers inherit it.
    baseURL: process.env.LINTEL_E2E_URL ?? 'http://localhost',
    locale: 'en-GB',
    trace: 'retain-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
