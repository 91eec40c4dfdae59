import type { BrowserContext } from '@playwright/test'
import { demoPassword } from '../server/demo/credentials'

/** Gives the browser of this context a session, as the sign-in page would: by cookie. */
export async function signIn(context: BrowserContext, origin: string, username: string): Promise<void> {
  const answer = await context.request.post(`${origin}/auth/v1/login`, {
    data: { username, password: demoPassword, rememberMe: true },
    headers: { 'x-requested-with': 'lintel-web', 'sec-fetch-site': 'same-origin' },
  })
  if (!answer.ok()) throw new Error(`${username} could not sign in (${answer.status()})`)
}
