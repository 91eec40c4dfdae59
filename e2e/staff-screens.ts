import { expect, type Page } from '@playwright/test'
import { staffPerson } from './people'
import { expectDialog, mockProblem, mockResponse, type Screen, visit } from './screen'

const staff = staffPerson

/** Opens the record of the first row of a grid. */
const openFirst = (list: string) => async (page: Page) => {
  await visit(list, '[data-row="0"]')(page)
  await page.locator('[data-row="0"] [role=rowheader]').dblclick()
  await expect(page.locator('main form [type=submit]').first()).toBeVisible()
}

/** Opens a provider of the demo world that is not active yet. */
const openProvider = async (page: Page) => {
  await visit('/providers/provider/vestkraft')(page)
  await expect(page.locator('main form [type=submit]').first()).toBeVisible()
}

const pressDanger = (page: Page) => page.locator('main section').last().getByRole('button').last().click()

const setup = {
  ...{ name: 'Vestkraft Energi', version: 1, expiresAt: '2035-01-01T00:00:00.000Z', handedOverAt: null },
  ...{ redirectAddress: 'http://localhost/federation', clientAuthentication: 'automatic', hasClientSecret: false },
  ...{ issuer: null, clientId: null },
}

/** The screens of the platform's staff, and the form behind a set-up link. */
export const staffScreens: readonly Screen[] = [
  { name: 'customers', who: staff, show: visit('/customers', '[data-row="0"]') },
  { name: 'a customer', who: staff, from: 'within', show: openFirst('/customers') },
  {
    name: 'a customer is deleted',
    isState: true,
    who: staff,
    from: 'page',
    async show(page) {
      await pressDanger(page)
      await expectDialog(page)
    },
  },
  {
    name: 'a new customer',
    who: staff,
    from: 'within',
    show: visit('/customers/customer/-1', 'main form [type=submit]'),
  },
  {
    name: 'no customer is found',
    isState: true,
    who: staff,
    from: 'within',
    async show(page) {
      await visit('/customers?search=nothing', 'main [role=grid]')(page)
      await expect(page.locator('main [data-row]')).toHaveCount(0)
    },
  },
  {
    name: 'customers that cannot be read',
    isState: true,
    who: staff,
    async show(page) {
      await mockProblem(page, /\/mgw\/api\/v3\/customers\?/, 500, 'internal')
      await visit('/customers', 'main input[readonly]')(page)
    },
  },
  { name: 'all projects', who: staff, from: 'within', show: visit('/projects', '[data-row="0"]') },
  { name: 'a project', who: staff, from: 'within', show: openFirst('/projects') },
  {
    name: 'a project of which little can be read',
    isState: true,
    who: staff,
    async show(page) {
      for (const part of ['project-members', 'project-stats', 'sso-providers'])
        await mockProblem(page, new RegExp(`/mgw/api/v3/${part}\\b`), 500, 'internal')
      await openFirst('/projects')(page)
      await expect(page.locator('main [role=alert]')).toHaveCount(3)
    },
  },
  { name: 'providers', who: staff, from: 'within', show: visit('/providers', '[data-row="0"]') },
  { name: 'a provider', who: staff, from: 'within', show: openProvider },
  {
    name: 'a provider whose colours cannot be read',
    isState: true,
    who: staff,
    from: 'page',
    async show(page) {
      await page.locator('main input[type=color]').first().fill('#777777')
      await page.locator('main input[type=color]').last().fill('#888888')
      await expect(page.locator('main form [role=status], main form [role=alert]').first()).toBeVisible()
    },
  },
  {
    name: 'a new provider',
    who: staff,
    from: 'within',
    show: visit('/providers/provider/-1', 'main form [type=submit]'),
  },
  { name: 'the audit log of all', who: staff, from: 'within', show: visit('/audit', 'main ol > li') },
  {
    name: 'an event, opened',
    isState: true,
    who: staff,
    from: 'page',
    async show(page) {
      await page.locator('main ol > li summary').first().click()
      await expect(page.locator('main ol > li details[open]')).toBeVisible()
    },
  },
  {
    name: 'an audit log that cannot be read',
    isState: true,
    who: staff,
    async show(page) {
      await mockProblem(page, /\/mgw\/api\/v3\/audit-(events|state)/, 500, 'internal')
      await visit('/audit', 'main [role=alert]')(page)
      await expect(page.locator('main [role=alert]')).toHaveCount(2)
    },
  },
  { name: 'the security of no customer', who: staff, from: 'within', show: visit('/security') },
  { name: 'requests for deletion', who: staff, from: 'within', show: visit('/deletion-requests') },
  {
    name: 'a set-up link',
    async show(page) {
      await mockResponse(page, '**/setup/open', 200, setup)
      await visit('/provider-setup#a-secret', 'main form [type=submit]')(page)
    },
  },
  {
    name: 'a set-up link that is over',
    isState: true,
    async show(page) {
      await mockProblem(page, '**/setup/open', 404, 'notFound')
      await visit('/provider-setup#a-secret', 'main [role=alert]')(page)
    },
  },
  {
    name: 'a set-up link that does not answer',
    isState: true,
    async show(page) {
      await mockProblem(page, '**/setup/open', 500, 'internal')
      await visit('/provider-setup#a-secret', 'main [role=alert] button')(page)
    },
  },
]
