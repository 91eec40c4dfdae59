/// <reference lib="dom" />
import { expect, type Page } from '@playwright/test'
import { serverAnswer } from './server-answer'

/** A screen of the portal, in one of the states that people meet it in. Nothing in it depends on the language. */
export interface Screen {
  name: string
  /** Who looks at it; without one nobody is signed in. */
  who?: string
  /**
   * `page`: goes on where the screen before it stands. `within`: leads there without loading the application again, when it
   * is there for the same person. Without one it is led to from the beginning.
   */
  from?: 'page' | 'within'
  /** One more state of a screen that is looked at as it is: the texts of the pseudo-locale, long ones, are measured without it. */
  isState?: true
  /** Leads there. */
  show(page: Page): Promise<unknown>
}

/**
 * Leads to an address, within the application where it is there already, and waits for what stands there: another heading,
 * or what it is known by where the heading stays.
 */
export const visit = (address: string, knownBy?: string) => async (page: Page) => {
  if (page.url() === 'about:blank') await page.goto(address)
  else
    await page.evaluate((to) => {
      const heading = document.querySelector('h1')
      if (heading) heading.dataset.left = heading.textContent ?? ''
      history.pushState(null, '', to)
    }, address)
  if (knownBy) return expect(page.locator(knownBy).first()).toBeVisible()
  await page.waitForFunction(() => {
    const heading = document.querySelector('h1')
    return heading?.checkVisibility() && heading.dataset.left !== heading.textContent
  })
}

/** Leaves what stands there: a page that has a session notices when it goes. What was answered for it is forgotten. */
export async function leave(page: Page): Promise<void> {
  await page.goto('about:blank')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
}

/** Has a call answered so from now on, whatever the server would say. Of several such promises the last one holds. */
export async function answers(page: Page, call: string | RegExp, status: number, json: unknown = {}): Promise<void> {
  await page.route(call, (route) => route.fulfill({ status, json, headers: { 'x-request-id': requestId } }))
}

const requestId = '0193f3c2-7b1e-7aaa-8bbb-1234567890ab'

/** Has a call refused with a problem from now on. */
export const refuses = (page: Page, call: string | RegExp, status: number, code: string, more: object = {}) =>
  answers(page, call, status, { errors: [{ status: String(status), code, title: '', detail: '', ...more }], ...more })

/** Has what the server answers to a call changed on its way. */
export async function amends(page: Page, call: string | RegExp, change: (body: Body) => void): Promise<void> {
  await page.route(call, async (route) => {
    const answer = await serverAnswer(route)
    const body: Body = await answer.json()
    change(body)
    await route.fulfill({ response: answer, json: body })
  })
}

/** What the calls answer whose answers are changed: a resource, or what names the person beside other things. */
interface Body {
  data: { attributes: object }
  user?: object
}

/** Has whoever is signed in be somebody a little different, on every call that tells. */
export const asSomebody = (page: Page, change: object) =>
  amends(page, /\/mgw\/api\/v3\/(users\/me|home)$/, (body) => Object.assign(body.user ?? body, change))

/** Presses the one button that sends the form. */
export const submit = (page: Page) => page.locator('main form [type=submit]').first().click()

/** Waits until a problem is told. */
export const told = (page: Page) => expect(page.getByRole('alert').first()).toBeVisible()

/** Waits until a dialog is open. */
export const opens = (page: Page) => expect(page.getByRole('dialog')).toBeVisible()

/** Has the second factor of whoever is signed in stand so. */
export const factor = (page: Page, status: 'enabled' | 'disabled', recoveryCodesLeft = 0, available = true) =>
  answers(page, '**/auth/v1/mfa/status', 200, { status, available, recoveryCodesLeft })

/** Presses a way on, by its place among them. */
export const press = (at: number) => async (page: Page) => {
  const heading = page.getByRole('heading', { level: 1 })
  const before = (await heading.textContent()) ?? ''
  await page.locator('main button:not([aria-label])').nth(at).click()
  await expect(heading).not.toHaveText(before)
}
