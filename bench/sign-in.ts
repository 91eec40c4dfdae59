import type { BrowserContext } from '@playwright/test'
import { demoPassword } from '../server/demo/credentials'

/** Signs in through the API and stores the session's cookie in this browser context. */
export async function signIn(context: BrowserContext, origin: string, username: string): Promise<void> {
  const response = await context.request.post(`${origin}/auth/v1/login`, {
    data: { username, password: demoPassword, rememberMe: true },
    headers: { 'x-requested-with': 'lintel-web', 'sec-fetch-site': 'same-origin' },
  })
  if (!response.ok()) throw new Error(`${username} could not sign in (${response.status()})`)
}
