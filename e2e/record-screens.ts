import type { Page } from '@playwright/test'
import { expectDialog, mockProblem, type Screen, visit } from './screen'

const anna = 'anna@nordbygg.example'
const firstRow = '[data-row="0"]'

/** Opens the record of the first row in its dialog. */
const openFirst = (list: string) => async (page: Page) => {
  await visit(list, firstRow)(page)
  await page.locator(`${firstRow} [role=rowheader]`).dblclick()
  await expectDialog(page)
}

/** Chooses the item at this index in the first menu of the list. */
const chooseInMenu = (at: number) => async (page: Page) => {
  await page.locator('main [aria-haspopup=menu]').first().click()
  await page.getByRole('menuitem').nth(at).click()
  await expectDialog(page)
}

/** The lists of a customer's administrators, the records opened from them, and the customer's settings. */
export const recordScreens: readonly Screen[] = [
  { name: 'users', who: anna, show: visit('/users', firstRow) },
  { name: 'a user', who: anna, from: 'within', show: openFirst('/users?user=mei') },
  {
    name: 'nobody is found',
    isState: true,
    who: anna,
    from: 'within',
    show: visit('/users?user=nobody-at-all', 'main section button'),
  },
  {
    name: 'users that cannot be read',
    isState: true,
    who: anna,
    async show(page) {
      await mockProblem(page, /access-matrix/, 500, 'internal')
      await visit('/users', 'main input[readonly]')(page)
    },
  },
  { name: 'organizations', who: anna, from: 'within', show: visit('/organizations', firstRow) },
  { name: 'an organization', who: anna, from: 'within', show: openFirst('/organizations') },
  { name: 'projects list', who: anna, from: 'within', show: visit('/projects-list', firstRow) },
  { name: 'topics are exported', who: anna, from: 'page', show: chooseInMenu(1) },
  {
    name: 'business intelligence',
    who: anna,
    async show(page) {
      await visit('/projects-list', firstRow)(page)
      await chooseInMenu(2)(page)
    },
  },
  {
    name: 'project templates',
    who: anna,
    from: 'within',
    show: visit('/project-templates', 'main [role=tree], main section li'),
  },
  { name: 'security with its domains', who: anna, from: 'within', show: visit('/security', 'main form') },
  { name: 'the audit log of a customer', who: anna, from: 'within', show: visit('/audit', 'main ol > li') },
  { name: 'deletion requests of a customer', who: anna, from: 'within', show: visit('/deletion-requests') },
]
