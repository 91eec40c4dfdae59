import { expect, type Locator, type Page } from '@playwright/test'
import pg from 'pg'
import { demoCodeSecret, demoPassword } from '../server/demo/credentials'
import { codeAt, stepAt } from '../server/src/identity/mfa/totp'
import type { ProductServer } from './server'
import { serverAnswer } from './server-answer'
import { bearerOf, expectAccessible, expectFitsPhone, expectNoOverflow, sendByEnter } from './visit'

/** Types email and password into the sign-in page and sends them. What follows is the test's business. */
export async function typeCredentials(page: Page, email: string, password = demoPassword): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await sendByEnter(page)
}

/** Signs in a person who has nothing to do first, and waits for their projects. */
export async function enter(page: Page, email: string, password = demoPassword): Promise<void> {
  await typeCredentials(page, email, password)
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
}

/** Signs somebody in without the sign-in page, which has journeys of its own. Leads nowhere yet. */
export async function begin(page: Page, email: string): Promise<void> {
  const signedIn = await page.context().request.post('/auth/v1/login', {
    data: { username: email, password: demoPassword, rememberMe: true },
    headers: { 'x-requested-with': 'lintel-web', 'sec-fetch-site': 'same-origin' },
  })
  expect(signedIn.ok()).toBe(true)
}

/** The demo's staff person. */
export const staffPerson = 'staff@lintel.example'

/** Signs {@link staffPerson} in likewise, with the code of their second factor; also where a code of this half minute was used. */
export async function beginAsStaff(page: Page, product: ProductServer): Promise<void> {
  const { request } = page.context()
  const headers = { 'x-requested-with': 'lintel-web', 'sec-fetch-site': 'same-origin' }
  const username = staffPerson
  await onDatabase(
    product,
    'update totp_factor set last_step = 0 where user_id in (select id from app_user where email = $1)',
    [username],
  )
  const challenged = await request.post('/auth/v1/login', { data: { username, password: demoPassword }, headers })
  const { session } = await challenged.json()
  const data = { session, username, code: codeOf(demoCodeSecret) }
  const signedIn = await request.post('/auth/v1/mfa/verify', { data, headers })
  expect(signedIn.ok()).toBe(true)
}

/** The installation as if it were configured so, for this page: what the screens do, not what the server allows. */
export const configured = (page: Page, given: object): Promise<unknown> =>
  page.route(/\/mgw\/api\/v3\/(cluster-configuration|home)\b/, async (route) => {
    const answer = await serverAnswer(route)
    const document = await answer.json()
    // The one as a resource or a list of it, the other with the project list.
    Object.assign(document.installation ?? [document.data].flat()[0]?.attributes ?? {}, given)
    await route.fulfill({ response: answer, json: document })
  })

/** Puts the database where a journey cannot: to a state of the demo world's people, or to a time that has passed. */
export async function onDatabase({ database }: ProductServer, statement: string, values: unknown[] = []) {
  const client = new pg.Client(database)
  await client.connect()
  try {
    return (await client.query<Record<string, string>>(statement, values)).rows
  } finally {
    await client.end()
  }
}

/**
 * Time stands still from now on, until a test lets it run: a page is complete before, or comes after it. Ten minutes ahead
 * of where it begins: no machine is so slow that it would have to go back, and nobody has been idle for too long.
 */
export async function stopTheClock(page: Page): Promise<void> {
  await page.clock.install({ time: 0 })
  await page.clock.pauseAt(600_000)
}

/** Tabs from where the focus is, from one control of this name to the next. */
export async function walk(page: Page, ...names: (string | RegExp)[]): Promise<void> {
  for (const name of names) {
    await page.keyboard.press('Tab')
    await expect(page.locator(':focus')).toHaveAccessibleName(name)
  }
}

/** More controls than any screen has. */
const mostControls = 200

/** Tabs from where the focus is until it is on this control, past whatever lies between. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible()
  for (let passed = 0; passed < mostControls; passed++) {
    await page.keyboard.press('Tab')
    if (await control.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`The keyboard does not come to ${control}`)
}

let twins = 0

/**
 * Somebody like a person of the demo world, with the same password, name and state, but no projects: for journeys that
 * change who they are about, so that no other one finds the person changed. Gives their email.
 */
export async function twinOf(product: ProductServer, email: string): Promise<string> {
  twins += 1
  const twin = email.replace('@', `.${twins}@`)
  const [stored] = await onDatabase(
    product,
    `select string_agg(column_name, ', ') as columns from information_schema.columns
     where table_name = 'app_user' and is_generated = 'NEVER'`,
  )
  await onDatabase(
    product,
    `with twin as (
       insert into app_user (${stored?.columns}) select ${stored?.columns} from jsonb_populate_record(
         (select own from app_user as own where email = $1), jsonb_build_object('id', gen_random_uuid(), 'email', $2::text)
       ) returning id)
     insert into password_credential select changed.* from twin, app_user as own
       join password_credential as credential on credential.user_id = own.id,
       jsonb_populate_record(credential, jsonb_build_object('user_id', twin.id)) as changed
     where own.email = $1`,
    [email, twin],
  )
  return twin
}

/** Sets a second factor up for somebody, as their app would; gives its key. The codes of this half minute are used up. */
export async function withSecondFactor({ url }: ProductServer, email: string): Promise<string> {
  const ask = async (path: string, body: object, bearer?: string) => {
    const headers = { 'content-type': 'application/json', ...(bearer && { authorization: `Bearer ${bearer}` }) }
    const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as Record<string, string>
  }
  const { idToken, accessToken } = await ask('/auth/v1/login', { username: email, password: demoPassword })
  const { secretCode = '' } = await ask('/auth/v1/mfa/associate', { accessToken }, idToken)
  await ask('/auth/v1/mfa/enable', { accessToken, code: codeOf(secretCode) }, idToken)
  return secretCode
}

/** The code that an authenticator app shows for this key; `later` steps of thirty seconds from now. */
export const codeOf = (key: string, later = 0): string => codeAt(key.replaceAll(' ', ''), stepAt(Date.now()) + later)

/**
 * Resolves when the server answers so to whoever is signed in in the page. It remembers for a second who is behind a session:
 * until then it does not know what was changed in the database.
 */
export async function untilTold(page: Page, { url }: ProductServer, call: `${string} /${string}`, status: number) {
  const [method = '', path] = call.split(' ')
  const headers = { authorization: bearerOf(page) }
  await expect.poll(async () => (await fetch(`${url}${path}`, { method, headers })).status).toBe(status)
}

/** Fills in the profile that a new account begins with, and creates it. */
export async function createFirstProfile(page: Page): Promise<void> {
  await page.getByLabel('First name').fill('Frida')
  await page.getByLabel('Last name').fill('Lund')
  await page.getByLabel('Organization').fill('Lund Boats')
  await page.getByLabel('Phone').fill('+47 22 33 44 55')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Create profile' }).click()
}

/** Gives the page's device an authenticator that confirms whatever it is asked; gives how many passkeys it holds. */
export async function withAuthenticator(page: Page): Promise<() => Promise<number>> {
  const device = await page.context().newCDPSession(page)
  await device.send('WebAuthn.enable')
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return async () => (await device.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length
}

/** Lets time pass since everybody's last proof: eleven minutes, one more than a proof is fresh (security G9). */
export async function ageProofs(page: Page, product: ProductServer): Promise<void> {
  await onDatabase(product, "update session set proved_at = proved_at - interval '11 minutes' where ended_at is null")
  // Of somebody whose proof is fresh it is 404: there is no such link.
  await untilTold(page, product, 'DELETE /auth/v1/external-identities/none', 403)
}

/** Makes the second factors that were given in open sessions older than the ten minutes in which they may change second factors. */
export const ageFactors = (product: ProductServer) =>
  onDatabase(
    product,
    "update session set created_at = created_at - interval '11 minutes', second_factor_at = second_factor_at - interval '11 minutes' where ended_at is null",
  )

/** Axe finds nothing on a wide screen in either theme, nor what a phone breaks; nothing has to be scrolled sideways. Leaves it wide. */
export async function looksRight(page: Page): Promise<void> {
  await expectFitsPhone(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await expectAccessible(page)
  await expectNoOverflow(page)
}
