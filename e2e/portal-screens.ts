import { expect, type Page } from '@playwright/test'
import { projectId } from '../server/demo/projects'
import { accountScreens } from './account-screens'
import {
  expectProblem,
  mockProblem,
  mockResponse,
  patchResponse,
  patchUser,
  type Screen,
  submit,
  visit,
} from './screen'

export const mei = 'mei@nordbygg.example'
const anna = 'anna@nordbygg.example'
const freja = 'freja@skovgaard.example'

const created = (number: string) => `/new-project/created/${projectId(number)}`

/** Opens the page of a new project with this creation state. */
const showCreation = (number: string, attributes: object) => async (page: Page) => {
  const still = { isDelayed: false, failure: null, brought: [], skipped: [], skippedCount: 0 }
  const progress = { state: 'making', done: 1, total: 2, step: 'features', ...still, ...attributes }
  await mockResponse(page, '**/projects/*/creation', 200, progress)
  await visit(created(number))(page)
}

/** Opens the project list and then something over it. */
const showOverList = (open: (page: Page) => Promise<void>) => async (page: Page) => {
  await visit('/')(page)
  await open(page)
  await expect(page.getByRole('dialog')).toBeVisible()
}

/** Opens the home of a project with attributes in a rare state. */
const project = (number: string, change: object) => async (page: Page) => {
  await patchResponse(page, /\/mgw\/api\/v3\/projects\/[\w-]+(\?|$)/, ({ data }) =>
    Object.assign(data.attributes, change),
  )
  await visit(`/project-${projectId(number)}/`)(page)
}

/** The project list and its overlays, the home of a project, and the statistics of a customer's projects. */
export const projectScreens: readonly Screen[] = [
  { name: 'projects', who: mei, show: visit('/') },
  { name: 'projects list', who: anna, show: visit('/projects-list', 'main :is([role=rowheader], li)') },
  { name: 'search', who: mei, from: 'within', show: visit('/?q=barcode', 'mark') },
  {
    name: 'search without a match',
    who: mei,
    from: 'within',
    show: visit('/?q=nothing-is-called-this', '#content:not(:has(li)) h1'),
  },
  { name: 'project', who: mei, from: 'within', show: visit(`/project-${projectId('NB-2041')}/`) },
  {
    name: 'hibernated project',
    who: mei,
    from: 'within',
    isState: true,
    show: project('NB-2042', { isHibernated: true, status: 'Stopped', trialEndsAt: '2020-01-01T00:00:00.000Z' }),
  },
  {
    name: 'deleted project',
    who: mei,
    from: 'within',
    isState: true,
    show: project('NB-1987', { isInactive: true, deletedAt: '2026-01-01T00:00:00.000Z' }),
  },
  {
    name: 'crashed project without people',
    who: mei,
    from: 'within',
    isState: true,
    async show(page) {
      await mockProblem(page, '**/project-members?*', 503, 'databaseAway')
      const name = 'Wasserwirtschaftsamtsneubau '.repeat(4)
      await project('NB-2103', { status: 'Crashed', description: 'Quay '.repeat(60), name })(page)
      await expect(page.locator('#content').getByRole('alert').getByRole('button').first()).toBeVisible()
    },
  },
  { name: 'switcher', who: mei, show: showOverList((page) => page.keyboard.press('Control+k')) },
  {
    name: 'switcher without a match',
    who: mei,
    from: 'page',
    isState: true,
    async show(page) {
      await page.keyboard.type('nothing-is-called-this')
      await expect(page.getByRole('dialog').locator('a')).toHaveCount(0)
    },
  },
  { name: 'account', who: mei, show: showOverList((page) => page.locator('header button').last().click()) },
  {
    name: 'favourite that was not kept',
    who: mei,
    isState: true,
    async show(page) {
      await visit('/')(page)
      await page.route('**/favourite', (route) => route.abort())
      await page.locator('#content li button').first().click()
      await expectProblem(page)
      // It stays visible while it has the focus.
      await page.getByRole('alert').locator('button').focus()
    },
  },
  { name: 'libraries and hibernated', isState: true, who: anna, show: visit('/') },
  {
    name: 'libraries during a search',
    who: anna,
    from: 'within',
    isState: true,
    show: visit('/?q=standard', 'mark'),
  },
  {
    name: 'enterprise tools',
    isState: true,
    who: anna,
    show: showOverList((page) => page.locator('header button[aria-expanded]').first().click()),
  },
  { name: 'no projects', isState: true, who: 'lena@nordbygg.example', show: visit('/') },
  {
    name: 'no projects, and none to be made',
    who: 'lena@nordbygg.example',
    isState: true,
    async show(page) {
      await patchUser(page, { method: 'federation' })
      await visit('/')(page)
    },
  },
]

/** A new project, from the form to its creation. */
export const newProjectScreens: readonly Screen[] = [
  { name: 'new project', from: 'within', who: mei, show: visit('/new-project') },
  {
    name: 'templates',
    isState: true,
    who: mei,
    from: 'page',
    async show(page) {
      await page.getByRole('combobox').click()
      await expect(page.getByRole('listbox')).toBeVisible()
    },
  },
  {
    name: 'new project that cannot be',
    who: mei,
    from: 'page',
    async show(page) {
      await page.keyboard.press('Escape')
      await page.locator('textarea').fill('x'.repeat(10_000))
      await submit(page)
      await expect(page.locator('[aria-invalid=true]')).toHaveCount(2)
    },
  },
  {
    name: 'leaving a new project',
    who: mei,
    from: 'page',
    async show(page) {
      await page.locator('header a').first().click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  { name: 'created', who: mei, show: visit(created('NB-2041')) },
  { name: 'being created', who: mei, from: 'within', show: showCreation('NB-2042', {}) },
  {
    name: 'being created, delayed',
    isState: true,
    who: mei,
    from: 'within',
    show: showCreation('NB-1987', { isDelayed: true }),
  },
  {
    name: 'not created',
    who: mei,
    from: 'within',
    show: showCreation('NB-2103', { state: 'failed', failure: 'internal' }),
  },
  {
    name: 'not created without its template',
    isState: true,
    who: mei,
    from: 'within',
    show: showCreation('NB-1902', { state: 'failed', failure: 'templateGone' }),
  },
  { name: 'new project during a trial', isState: true, who: freja, show: visit('/new-project') },
  {
    name: 'new project with a trial',
    isState: true,
    who: freja,
    async show(page) {
      await patchUser(page, { beginsWithTrial: true, trialRunning: false })
      await visit('/new-project')(page)
    },
  },
  { name: 'failed project', who: freja, from: 'within', show: visit(`/project-${projectId('2404')}/`) },
]

/** Pages that do not exist or cannot be shown. */
export const errorScreens: readonly Screen[] = [
  { name: 'nothing here', who: mei, show: visit('/nothing-here') },
  { name: 'project of others', from: 'within', isState: true, who: mei, show: visit(`/project-${projectId('2404')}/`) },
  {
    name: 'server away',
    isState: true,
    who: mei,
    async show(page) {
      await mockProblem(page, '**/mgw/api/v3/home', 503, 'databaseAway')
      await visit('/')(page)
    },
  },
  {
    name: 'mistake of ours',
    from: 'within',
    isState: true,
    who: mei,
    async show(page) {
      await mockResponse(page, '**/auth/v1/sessions', 200, {})
      await visit('/sessions')(page)
    },
  },
  {
    name: 'away from the network',
    isState: true,
    who: mei,
    async show(page) {
      await page.route('**/auth/v1/sessions', (route) => route.abort())
      await visit('/sessions')(page)
    },
  },
]

/** Every screen of the portal behind the sign-in, in its states. */
export const portalScreens: readonly Screen[] = [
  ...projectScreens,
  ...newProjectScreens,
  ...errorScreens,
  ...accountScreens,
]
