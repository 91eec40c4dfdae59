import { request as sendRequest } from 'node:http'
import type { Page } from '@playwright/test'
import { createGate } from './create-gate'

/**
 * Drops the response to the next write request to this address: the server executes it, but its response, cookies included, never reaches the
 * page. GET requests pass through. Returns a function that resolves when the response has been dropped.
 */
export async function dropNextResponse(page: Page, address: string | RegExp): Promise<() => Promise<void>> {
  let isDropped = false
  const { released, release } = createGate()
  await page.route(address, async (route) => {
    const request = route.request()
    if (isDropped || request.method() === 'GET') return route.fallback()
    isDropped = true
    const { connection: _connection, ...headers } = await request.allHeaders()
    await new Promise((resolve, reject) => {
      const sent = sendRequest(request.url(), { method: request.method(), headers, agent: false }, (response) =>
        response.resume().on('end', resolve),
      )
      sent.on('error', reject).end(request.postData() ?? '')
    })
    await route.abort('internetdisconnected')
    release()
  })
  return () => released
}
