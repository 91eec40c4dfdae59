import type { Page } from '@playwright/test'

/** A weak mobile connection: throughput in bytes per second, round-trip latency in milliseconds. */
export const slowConnection = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 }

/** Opens a CDP session for the network of a page. Its settings apply only as long as the session is attached. */
export async function openDevtools(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  return devtools
}

/** A throttled connection that can be cut and restored at the same speed. */
export interface ThrottledConnection {
  cut(): Promise<void>
  restore(): Promise<void>
}

/**
 * Throttles the connection of a page until the page is closed. It is also cut through CDP: the context's `setOffline` would not override the
 * throttled conditions set here, which still report an online connection.
 */
export async function throttleConnection(page: Page): Promise<ThrottledConnection> {
  const devtools = await openDevtools(page)
  const conditions = async (offline: boolean) => {
    await devtools.send('Network.emulateNetworkConditions', { ...slowConnection, offline })
  }
  await conditions(false)
  return { cut: () => conditions(true), restore: () => conditions(false) }
}
