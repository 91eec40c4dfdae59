import { expect, type Page } from '@playwright/test'
import { projectId } from '../server/demo/projects'

export const mei = 'mei@nordbygg.example'

/** A screen of the portal, in one of the states that people meet it in. */
export interface Screen {
  name: string
  /** Who looks at it; without one nobody is signed in. */
  who?: string
  /** One more state of a screen that is walked in every width: this one is in one width a language, which take turns. */
  isState?: true
  /** Leads there, as whoever is signed in. */
  show(page: Page): Promise<unknown>
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
/** Leads to an address and waits for what stands there. */
export const visit = (address: string) => async (page: Page) => {
  await page.goto(address)
  await expect(heading(page)).toBeVisible({ timeout: 30_000 })
}
const created = `/new-project/created/${projectId('NB-2041')}`

/** The page of a new project, as far as the server says it is. */
const creation = (given: object) => async (page: Page) => {
  const progress = { state: 'making', done: 1, total: 2, step: 'features', isDelayed: false, failure: null, ...given }
  await page.route('**/projects/*/creation', (route) => route.fulfill({ json: progress }))
  await visit(created)(page)
}

/** What stands over the project list when it was opened. */
const opening = (open: (page: Page) => Promise<void>) => async (page: Page) => {
  await visit('/')(page)
  await open(page)
  await expect(page.getByRole('dialog')).toBeVisible()
}

/** Every screen of the portal behind the sign-in, in its states. */
export const screens: readonly Screen[] = [
  { name: 'projects', who: mei, show: visit('/') },
  { name: 'search', who: mei, show: visit('/?q=barcode') },
  { name: 'search without a match', isState: true, who: mei, show: visit('/?q=nothing-is-called-this') },
  { name: 'project', who: mei, show: visit(`/project-${projectId('NB-2041')}/`) },
  { name: 'new project', who: mei, show: visit('/new-project') },
  {
    name: 'new project that cannot be',
    isState: true,
    who: mei,
    async show(page) {
      await visit('/new-project')(page)
      await page.locator('textarea').fill('x'.repeat(10_000))
      await page.locator('form button[type=submit]').click()
      await expect(page.locator('[aria-invalid=true]')).toHaveCount(2)
    },
  },
  {
    name: 'leaving a new project',
    isState: true,
    who: mei,
    async show(page) {
      await visit('/new-project')(page)
      await page.locator('input').first().fill('Quay')
      await page.locator('header a').first().click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  { name: 'created', who: mei, show: visit(created) },
  { name: 'being created', isState: true, who: mei, show: creation({}) },
  { name: 'being created, delayed', isState: true, who: mei, show: creation({ isDelayed: true }) },
  { name: 'not created', who: mei, show: creation({ state: 'failed', failure: 'internal' }) },
  {
    name: 'not created without its template',
    isState: true,
    who: mei,
    show: creation({ state: 'failed', failure: 'templateGone' }),
  },
  { name: 'profile', who: mei, show: visit('/user-profile') },
  {
    name: 'another email',
    isState: true,
    who: mei,
    async show(page) {
      await visit('/user-profile')(page)
      await page.locator('section').filter({ hasText: mei }).getByRole('button').click()
      await page.locator('input[type=email]').fill('nobody')
      await page.keyboard.press('Enter')
      await expect(page.locator('input[type=email]')).toHaveAttribute('aria-invalid', 'true')
    },
  },
  { name: 'account', isState: true, who: mei, show: opening((page) => page.locator('header button').last().click()) },
  { name: 'switcher', who: mei, show: opening((page) => page.keyboard.press('Control+k')) },
  { name: 'sessions', who: mei, show: visit('/sessions') },
  { name: 'change password', who: mei, show: visit('/change-password') },
  { name: 'second factor', who: mei, show: visit('/second-factor') },
  { name: 'nothing here', isState: true, who: mei, show: visit('/nothing-here') },
  { name: 'delete user', who: 'ola@nordbygg.example', show: visit('/delete-user') },
  { name: 'no projects', isState: true, who: 'lena@nordbygg.example', show: visit('/') },
  { name: 'new project with a trial', isState: true, who: 'freja@skovgaard.example', show: visit('/new-project') },
  {
    name: 'failed project',
    isState: true,
    who: 'freja@skovgaard.example',
    show: visit(`/project-${projectId('2404')}/`),
  },
]
