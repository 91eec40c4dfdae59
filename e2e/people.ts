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

let twins = 0

/**
 * Somebody like a person of the demo world, with the same password, name and state, but no projects: for journeys that
 * change who they are about, so that no other one finds the person changed. Gives their email.
 */
export async function twinOf({ database }: ProductServer, email: string): Promise<string> {
  twins += 1
  const twin = email.replace('@', `.${twins}@`)
  const client = new pg.Client(database)
  await client.connect()
  const { rows } = await client.query<{ columns: string }>(
    `select string_agg(column_name, ', ') as columns from information_schema.columns
     where table_name = 'app_user' and is_generated = 'NEVER'`,
  )
  await client.query(
    `with twin as (
       insert into app_user (${rows[0]?.columns}) select ${rows[0]?.columns} from jsonb_populate_record(
         (select own from app_user as own where email = $1), jsonb_build_object('id', gen_random_uuid(), 'email', $2::text)
       ) returning id)
     insert into password_credential select changed.* from twin, app_user as own
       join password_credential as credential on credential.user_id = own.id,
       jsonb_populate_record(credential, jsonb_build_object('user_id', twin.id)) as changed
     where own.email = $1`,
    [email, twin],
  )
  await client.end()
  return twin
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
