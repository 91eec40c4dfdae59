import type { Page } from '@playwright/test'

/** One bar of reception: bytes a second, and milliseconds to the server and back. */
export const slowLine = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 }

/** The developer tools of a page, for its network: what they set lasts as long as they are attached. */
export async function devtoolsOf(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  return devtools
}

/** Puts a page on a slow line, for as long as it is open. */
export async function onSlowLine(page: Page): Promise<void> {
  const devtools = await devtoolsOf(page)
  await devtools.send('Network.emulateNetworkConditions', slowLine)
}
