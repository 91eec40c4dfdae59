import { expect, type Page } from '@playwright/test'

/** A screen of the portal, in one of the states that people meet it in. Nothing in it depends on the language. */
export interface Screen {
  name: string
  /** Who looks at it; without one nobody is signed in. */
  who?: string
  /** Goes on where the screen before it stands, instead of leading there from the beginning. */
  goesOn?: true
  /** Leads there. */
  show(page: Page): Promise<unknown>
}

/** Leads to an address and waits for what stands there. */
export const visit = (address: string) => async (page: Page) => {
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** Has a call answered so from now on, whatever the server would say. */
export async function answers(page: Page, call: string | RegExp, status: number, json: unknown = {}): Promise<void> {
  await page.unroute(call)
  await page.route(call, (route) => route.fulfill({ status, json, headers: { 'x-request-id': requestId } }))
}

const requestId = '0193f3c2-7b1e-7aaa-8bbb-1234567890ab'

/** Has a call refused with a problem from now on. */
export const refuses = (page: Page, call: string | RegExp, status: number, code: string, more: object = {}) =>
  answers(page, call, status, { errors: [{ status: String(status), code, title: '', detail: '', ...more }], ...more })

/** Has what the server answers to a call changed on its way. */
export async function amends(page: Page, call: string | RegExp, change: (body: Body) => void): Promise<void> {
  await page.unroute(call)
  await page.route(call, async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    change(body)
    await route.fulfill({ response: answer, json: body })
  })
}

/** A body of whatever shape: what is changed in it is the screen's business. */
// biome-ignore lint/suspicious/noExplicitAny: every call has its own
type Body = any

/** Has whoever is signed in be somebody a little different, on every call that tells. */
export const asSomebody = (page: Page, change: object) =>
  amends(page, /\/mgw\/api\/v3\/(users\/me|home)$/, (body) => Object.assign(body.user ?? body, change))

/** Presses the one button that sends the form. */
export const submit = (page: Page) => page.locator('main form [type=submit]').first().click()

/** Waits until a problem is told. */
export const told = (page: Page) => expect(page.getByRole('alert').first()).toBeVisible()
