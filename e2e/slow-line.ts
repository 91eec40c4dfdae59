import type { Page } from '@playwright/test'

/** One bar of reception: bytes a second, and milliseconds to the server and back. */
export const slowLine = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 }

/** The developer tools of a page, for its network: what they set lasts as long as they are attached. */
export async function devtoolsOf(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  return devtools
}

/** A slow line as it is laid: it can be cut, and comes back as slow as it was. */
export interface Line {
  cut(): Promise<void>
  comesBack(): Promise<void>
}

/**
 * Puts a page on a slow line, for as long as it is open. It is cut by what made it slow: the context's `setOffline` says the same to the
 * browser beside it, and the slow line, which is not cut, is what counts there.
 */
export async function onSlowLine(page: Page): Promise<Line> {
  const devtools = await devtoolsOf(page)
  const conditions = async (offline: boolean) => {
    await devtools.send('Network.emulateNetworkConditions', { ...slowLine, offline })
  }
  await conditions(false)
  return { cut: () => conditions(true), comesBack: () => conditions(false) }
}
