/// <reference lib="dom" />
import { expect, type Page } from '@playwright/test'
import { fetchResponse } from './fetch-response'

/** A screen of the portal in one of its states. It must not depend on the language. */
export interface Screen {
  name: string
  /** Email of the signed-in user; without it nobody is signed in. */
  who?: string
  /**
   * `page`: continues on the page of the previous screen. `within`: navigates without reloading the application if it is already open for the
   * same user. By default the screen is opened from scratch.
   */
  from?: 'page' | 'within'
  /** Another state of a screen that is already in the list: the pseudo-locale test, which checks for long texts, skips it. */
  isState?: true
  /** Opens the screen. */
  show(page: Page): Promise<unknown>
}

/**
 * Navigates to an address, inside the application if it is already loaded, and waits for a new heading, or for the selector `knownBy` where the
 * heading stays the same.
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

/** Leaves the current page, so that a signed-in page notices it is closing, and removes all mocked routes. */
export async function leavePage(page: Page): Promise<void> {
  await page.goto('about:blank')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
}

/** Mocks the response of a call from now on. If a call is mocked several times, the last mock wins. */
export async function mockResponse(
  page: Page,
  call: string | RegExp,
  status: number,
  json: unknown = {},
): Promise<void> {
  await page.route(call, (route) => route.fulfill({ status, json, headers: { 'x-request-id': requestId } }))
}

const requestId = '0193f3c2-7b1e-7aaa-8bbb-1234567890ab'

/** Makes a call fail with a problem from now on. */
export const mockProblem = (page: Page, call: string | RegExp, status: number, code: string, more: object = {}) =>
  mockResponse(page, call, status, {
    errors: [{ status: String(status), code, title: '', detail: '', ...more }],
    ...more,
  })

/** Patches the body of the server's response to a call from now on. */
export async function patchResponse(page: Page, call: string | RegExp, change: (body: Body) => void): Promise<void> {
  await page.route(call, async (route) => {
    const response = await fetchResponse(route)
    const body: Body = await response.json()
    change(body)
    await route.fulfill({ response, json: body })
  })
}

/** Body of a patched response: a resource, or a document that contains the user among other things. */
interface Body {
  data: { attributes: object }
  user?: object
}

/** Changes attributes of the signed-in user in every response that contains the user. */
export const patchUser = (page: Page, change: object) =>
  patchResponse(page, /\/mgw\/api\/v3\/(users\/me|home)$/, (body) => Object.assign(body.user ?? body, change))

/** Clicks the submit button of the form. */
export const submit = (page: Page) => page.locator('main form [type=submit]').first().click()

/** Waits until a problem is shown. */
export const expectProblem = (page: Page) => expect(page.getByRole('alert').first()).toBeVisible()

/** Waits until a dialog is open. */
export const expectDialog = (page: Page) => expect(page.getByRole('dialog')).toBeVisible()

/** Mocks the second-factor status of the signed-in user. */
export const mockSecondFactor = (page: Page, status: 'enabled' | 'disabled', recoveryCodesLeft = 0, available = true) =>
  mockResponse(page, '**/auth/v1/mfa/status', 200, { status, available, recoveryCodesLeft })

/** Clicks the button at this index in the main area and waits for the next screen. */
export const pressNext = (at: number) => async (page: Page) => {
  const heading = page.getByRole('heading', { level: 1 })
  const before = (await heading.textContent()) ?? ''
  await page.locator('main button:not([aria-label])').nth(at).click()
  await expect(heading).not.toHaveText(before)
}
