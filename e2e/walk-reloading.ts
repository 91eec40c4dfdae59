import { expect, type Locator, type Page } from '@playwright/test'
import { demoPassword } from '../server/demo/credentials'
import { sendByEnter } from './visit'

/** A screen of a flow: by what it is known, and what is done there. */
interface Step {
  shows(page: Page): Locator
  /** By what one knows the screen that a reload leads to, where it is not the same. */
  after?(page: Page): Locator
  act?(page: Page): Promise<unknown>
}

/** The phone drops the page at every step, as it does while one looks at the mail or the app, and the person goes on. */
export async function walkReloading(page: Page, steps: readonly Step[]): Promise<void> {
  for (const { shows, after = shows, act } of steps) {
    await expect(shows(page)).toBeVisible()
    await page.reload()
    await expect(after(page)).toBeVisible()
    await act?.(page)
  }
}

/** A screen known by its heading. */
export const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { level: 1, name })
/** A screen known by a field. */
export const field = (label: string) => (page: Page) => page.getByLabel(label, { exact: true })
/** Presses a button. */
export const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click()

/** Fills in fields by their labels, and sends the form. */
export const send = (typed: Record<string, string>) => async (page: Page) => {
  for (const [label, text] of Object.entries(typed)) await page.getByLabel(label, { exact: true }).fill(text)
  await sendByEnter(page)
}

/** The sign-in page, and signing in there. */
export const signInAs = (email: string): Step => ({
  shows: field('Email'),
  async act(page) {
    // What is typed before the page is alive stays; what is sent is sent once.
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled()
    await send({ Email: email, Password: demoPassword })(page)
  },
})
