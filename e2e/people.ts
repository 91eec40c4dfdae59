/// <reference lib="dom" />
import { expect, type Page } from '@playwright/test'
import pg from 'pg'
import { demoPassword } from '../server/demo/credentials'
import { codeAt, stepAt } from '../server/src/identity/mfa/totp'
import type { ProductServer } from './server'
import { expectAccessible } from './visit'

/** Types email and password into the sign-in page and sends them. What follows is the test's business. */
export async function typeCredentials(page: Page, email: string, password = demoPassword): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

/** Signs in a person who has nothing to do first, and waits for their projects. */
export async function enter(page: Page, email: string, password = demoPassword): Promise<void> {
  await typeCredentials(page, email, password)
  // The first visit of all compiles and caches everything: patience.
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible({ timeout: 30_000 })
}

/** The code that an authenticator app shows for this key; `later` steps of thirty seconds from now. */
export const codeOf = (key: string, later = 0): string => codeAt(key.replaceAll(' ', ''), stepAt(Date.now()) + later)

/** Lets time pass since everybody's last proof: eleven minutes, one more than a proof is fresh (security G9). */
export async function ageProofs({ database }: ProductServer): Promise<void> {
  const client = new pg.Client(database)
  await client.connect()
  await client.query("update session set proved_at = proved_at - interval '11 minutes' where ended_at is null")
  await client.end()
  // The server remembers who is behind a session for a second.
  await new Promise((resolve) => setTimeout(resolve, 1_100))
}

/** On a phone and on a wide screen axe finds nothing, and nothing has to be scrolled sideways. Leaves it wide. */
export async function looksRight(page: Page): Promise<void> {
  for (const viewport of [
    { width: 360, height: 740 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(viewport)
    await expectAccessible(page)
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow, `wider than ${viewport.width} px by`).toBe(0)
  }
}
