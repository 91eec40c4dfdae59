import { setTimeout } from 'node:timers/promises'
import { type APIRequestContext, type APIResponse, expect, type Locator, type Page } from '@playwright/test'
import pg from 'pg'
import { demoCodeSecret, demoPassword } from '../server/demo/credentials'
import { codeAt, stepAt } from '../server/src/identity/mfa/totp'
import { fetchResponse } from './fetch-response'
import { bearerOf, expectAccessible, expectFitsPhone, expectNoOverflow, submitByEnter } from './fixtures'
import type { ProductServer } from './server'

/** Submits email and password on the sign-in page, opened at `from`. The test checks what follows. */
export async function typeCredentials(
  page: Page,
  email: string,
  password = demoPassword,
  from = '/login',
): Promise<void> {
  await page.goto(from)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await submitByEnter(page)
}

/** Signs in through the sign-in page as a user with no pending steps, and waits for the project list. */
export async function signInWithPassword(page: Page, email: string, password = demoPassword): Promise<void> {
  await typeCredentials(page, email, password)
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
}

/** Seconds until a refused call of the sign-in may be repeated; undefined for one that was not refused. */
function secondsUntilRetry(answer: APIResponse | Response): number | undefined {
  const [status, retryAfter] =
    answer instanceof Response
      ? [answer.status, answer.headers.get('retry-after')]
      : [answer.status(), answer.headers()['retry-after']]
  return status === 503 ? Number(retryAfter ?? 2) : undefined
}

/**
 * Posts to a call of the sign-in, by `fetch` or by a client of Playwright. A server whose processors are taken refuses a password that would wait
 * for more than two seconds and says when to try again (security A8); a client does so.
 */
export async function postSignIn<Answer extends APIResponse | Response>(post: () => Promise<Answer>): Promise<Answer> {
  let answer = await post()
  for (let refusals = 1; refusals <= 5; refusals += 1) {
    const seconds = secondsUntilRetry(answer)
    if (seconds === undefined) break
    await setTimeout(seconds * 1_000)
    answer = await post()
  }
  return answer
}

/** Posts to a call of the sign-in as the web client does. */
export function postAsWebClient(client: APIRequestContext, address: string, data: object): Promise<APIResponse> {
  const headers = { 'x-requested-with': 'lintel-web', 'sec-fetch-site': 'same-origin' }
  return postSignIn(() => client.post(address, { data, headers, maxRetries: 1 }))
}

/** Signs in through the API, because the sign-in page has tests of its own. Does not open a page. */
export async function signInByApi(page: Page, email: string, password = demoPassword): Promise<void> {
  const data = { username: email, password, rememberMe: true }
  const signedIn = await postAsWebClient(page.request, '/auth/v1/login', data)
  expect(signedIn.ok(), `${signedIn.status()} ${await signedIn.text()}`).toBe(true)
}

/** Email of the demo's staff user. */
export const staffPerson = 'staff@lintel.example'

/** Signs {@link staffPerson} in through the API with a one-time code, even if the code of the current 30 seconds has been used. */
export async function signInAsStaff(page: Page, product: ProductServer): Promise<void> {
  const username = staffPerson
  await queryDatabase(
    product,
    'update totp_factor set last_step = 0 where user_id in (select id from app_user where email = $1)',
    [username],
  )
  const challenged = await postAsWebClient(page.request, '/auth/v1/login', { username, password: demoPassword })
  const { session } = await challenged.json()
  const data = { session, username, code: oneTimeCode(demoCodeSecret) }
  const signedIn = await postAsWebClient(page.request, '/auth/v1/mfa/verify', data)
  expect(signedIn.ok(), `${signedIn.status()} ${await signedIn.text()}`).toBe(true)
}

/** Overrides attributes of the installation for this page only. The server's own behavior does not change. */
export const overrideInstallation = (page: Page, attributes: object): Promise<unknown> =>
  page.route(/\/mgw\/api\/v3\/(cluster-configuration|home)\b/, async (route) => {
    const response = await fetchResponse(route)
    const document = await response.json()
    // One endpoint returns a resource or a list of resources, the other includes the installation in the project list.
    Object.assign(document.installation ?? [document.data].flat()[0]?.attributes ?? {}, attributes)
    await route.fulfill({ response, json: document })
  })

/** Runs a statement on the database, for states that cannot be reached through the UI, such as elapsed time. */
export async function queryDatabase({ database }: ProductServer, statement: string, values: unknown[] = []) {
  const client = new pg.Client(database)
  await client.connect()
  try {
    return (await client.query<Record<string, string>>(statement, values)).rows
  } finally {
    await client.end()
  }
}

/**
 * Freezes the page's clock until the test advances it, so a page is loaded either before or after the freeze. The clock is set ten minutes after
 * its start: no machine is so slow that it would have to go back, and nobody has been idle for too long.
 */
export async function freezeClock(page: Page): Promise<void> {
  await page.clock.install({ time: 0 })
  await page.clock.pauseAt(600_000)
}

/** Presses Tab once per name and expects the focused control to have that accessible name. */
export async function tabThrough(page: Page, ...names: (string | RegExp)[]): Promise<void> {
  for (const name of names) {
    await page.keyboard.press('Tab')
    await expect(page.locator(':focus')).toHaveAccessibleName(name)
  }
}

/** Upper bound for the number of controls on any screen. */
const maxControls = 200

/** Presses Tab until this control has the focus. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible()
  for (let passed = 0; passed < maxControls; passed++) {
    await page.keyboard.press('Tab')
    if (await control.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`The keyboard does not come to ${control}`)
}

let clones = 0

/**
 * Creates a copy of a demo user with the same password, name and state but without projects, for tests that change the user itself and must not
 * affect other tests. Returns its email.
 */
export async function cloneUser(product: ProductServer, email: string): Promise<string> {
  clones += 1
  const clone = email.replace('@', `.${clones}@`)
  const [stored] = await queryDatabase(
    product,
    `select string_agg(column_name, ', ') as columns from information_schema.columns
     where table_name = 'app_user' and is_generated = 'NEVER'`,
  )
  await queryDatabase(
    product,
    `with twin as (
       insert into app_user (${stored?.columns}) select ${stored?.columns} from jsonb_populate_record(
         (select own from app_user as own where email = $1), jsonb_build_object('id', gen_random_uuid(), 'email', $2::text)
       ) returning id)
     insert into password_credential select changed.* from twin, app_user as own
       join password_credential as credential on credential.user_id = own.id,
       jsonb_populate_record(credential, jsonb_build_object('user_id', twin.id)) as changed
     where own.email = $1`,
    [email, clone],
  )
  return clone
}

/** Sets up a second factor for a user through the API and returns its key. The code of the current 30 seconds is then used. */
export async function setUpSecondFactor({ url }: ProductServer, email: string): Promise<string> {
  const post = async (path: string, body: object, bearer?: string) => {
    const headers = { 'content-type': 'application/json', ...(bearer && { authorization: `Bearer ${bearer}` }) }
    const request = { method: 'POST', headers, body: JSON.stringify(body) }
    const response = await postSignIn(() => fetch(`${url}${path}`, request))
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as Record<string, string>
  }
  const { idToken, accessToken } = await post('/auth/v1/login', { username: email, password: demoPassword })
  const { secretCode = '' } = await post('/auth/v1/mfa/associate', { accessToken }, idToken)
  await post('/auth/v1/mfa/enable', { accessToken, code: oneTimeCode(secretCode) }, idToken)
  return secretCode
}

/** The code that an authenticator app shows for this key, `stepsAhead` steps of 30 seconds from now. */
export const oneTimeCode = (key: string, stepsAhead = 0): string =>
  codeAt(key.replaceAll(' ', ''), stepAt(Date.now()) + stepsAhead)

/**
 * Waits until a call by the page's user returns this status. The server caches the session's user for one second, so changes made in the database
 * are not visible immediately.
 */
export async function waitForStatus(page: Page, { url }: ProductServer, call: `${string} /${string}`, status: number) {
  const [method = '', path] = call.split(' ')
  const headers = { authorization: bearerOf(page) }
  await expect.poll(async () => (await fetch(`${url}${path}`, { method, headers })).status).toBe(status)
}

/** Fills in and submits the first profile of a new account. */
export async function createFirstProfile(page: Page): Promise<void> {
  await page.getByLabel('First name').fill('Frida')
  await page.getByLabel('Last name').fill('Lund')
  await page.getByLabel('Organization').fill('Lund Boats')
  await page.getByLabel('Phone').fill('+47 22 33 44 55')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Create profile' }).click()
}

/** Adds a virtual authenticator that confirms every request. Returns a function that counts its passkeys. */
export async function addVirtualAuthenticator(page: Page): Promise<() => Promise<number>> {
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

/** Makes the last authentication of every session eleven minutes old: one minute more than it counts as recent (security G9). */
export async function expireProofs(page: Page, product: ProductServer): Promise<void> {
  await queryDatabase(
    product,
    "update session set proved_at = proved_at - interval '11 minutes' where ended_at is null",
  )
  // While the authentication is recent, the response is 404, because the link does not exist.
  await waitForStatus(page, product, 'DELETE /auth/v1/external-identities/none', 403)
}

/** Makes the second-factor verification of open sessions older than the ten minutes in which it permits changes of second factors. */
export const expireSecondFactorProofs = (product: ProductServer) =>
  queryDatabase(
    product,
    "update session set created_at = created_at - interval '11 minutes', second_factor_at = second_factor_at - interval '11 minutes' where ended_at is null",
  )

/**
 * Checks a screen with axe on a wide viewport in both themes and at phone size, and that nothing overflows horizontally. Leaves the viewport as it
 * was.
 */
export async function expectUsableOnEveryWidth(page: Page): Promise<void> {
  const before = page.viewportSize()
  await expectFitsPhone(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await expectAccessible(page)
  await expectNoOverflow(page)
  if (before) await page.setViewportSize(before)
}
