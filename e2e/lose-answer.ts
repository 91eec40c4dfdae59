import { request as ask } from 'node:http'
import type { Page } from '@playwright/test'
import { heldBack } from './held-back'

/**
 * The server does what is asked of it here next, and its answer, with its cookies, is lost on the way; what is only read comes. Gives
 * what waits until it is lost.
 */
export async function loseAnswer(page: Page, address: string | RegExp): Promise<() => Promise<void>> {
  let isLost = false
  const { held, release } = heldBack()
  await page.route(address, async (route) => {
    const request = route.request()
    if (isLost || request.method() === 'GET') return route.fallback()
    isLost = true
    const { connection: _connection, ...headers } = await request.allHeaders()
    await new Promise((resolve, reject) => {
      const sent = ask(request.url(), { method: request.method(), headers, agent: false }, (answer) =>
        answer.resume().on('end', resolve),
      )
      sent.on('error', reject).end(request.postData() ?? '')
    })
    await route.abort('internetdisconnected')
    release()
  })
  return () => held
}
