import { expect, type Locator, type Page } from '@playwright/test'
import { demoPassword } from '../server/demo/credentials'
import { submitByEnter } from './fixtures'

/** One step of a flow: how its screen is recognized, and the action that leads to the next one. */
interface Step {
  shows(page: Page): Locator
  /** Recognizes the screen after the reload, if it differs from `shows`. */
  after?(page: Page): Locator
  action?(page: Page): Promise<unknown>
}

/** Walks through a flow and reloads the page at every step, as a phone does when the user switches to the mail or authenticator app. */
export async function walkWithReloads(page: Page, steps: readonly Step[]): Promise<void> {
  for (const { shows, after = shows, action } of steps) {
    await expect(shows(page)).toBeVisible()
    await page.reload()
    await expect(after(page)).toBeVisible()
    await action?.(page)
  }
}

/** Recognizes a screen by its heading. */
export const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { level: 1, name })
/** Recognizes a screen by one of its fields. */
export const field = (label: string) => (page: Page) => page.getByLabel(label, { exact: true })
/** Clicks a button. */
export const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click()

/** Fills in fields by their labels and submits the form. */
export const send = (typed: Record<string, string>) => async (page: Page) => {
  for (const [label, text] of Object.entries(typed)) await page.getByLabel(label, { exact: true }).fill(text)
  await submitByEnter(page)
}

/** The sign-in page; its action signs this user in. */
export const signInAs = (email: string): Step => ({
  shows: field('Email'),
  async action(page) {
    // Text typed before hydration is kept, and the form is submitted only once.
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled()
    await send({ Email: email, Password: demoPassword })(page)
  },
})
