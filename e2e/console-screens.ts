import { expect } from '@playwright/test'
import { zipOf } from '../server/test/zip'
import { mockProblem, type Screen, visit } from './screen'

const anna = 'anna@nordbygg.example'

/** The hub of the enterprise tools and the board of project widgets. */
export const consoleScreens: readonly Screen[] = [
  { name: 'hub', who: anna, show: visit('/dashboard') },
  {
    name: 'project widgets',
    who: anna,
    from: 'within',
    async show(page) {
      await visit('/project-widgets', 'main article')(page)
      await expect(page.locator('article [role=slider]').first()).toBeVisible()
    },
  },
  {
    name: 'project widgets edited',
    isState: true,
    who: anna,
    from: 'within',
    async show(page) {
      await visit('/project-widgets?edit=true', 'main article [draggable]')(page)
    },
  },
  {
    name: 'the settings of a widget',
    isState: true,
    who: anna,
    from: 'page',
    async show(page) {
      await page.locator('article button[data-edit]').first().press('Enter')
      await expect(page.locator('article form [type=submit]')).toBeVisible()
    },
  },
  {
    name: 'widgets whose figures cannot be read',
    isState: true,
    who: anna,
    async show(page) {
      await mockProblem(page, '**/dashboard-figures', 500, 'internal')
      await visit('/project-widgets', 'main article [role=alert]')(page)
    },
  },
  {
    name: 'no project is found',
    isState: true,
    who: anna,
    show: visit('/project-widgets?search=nothing', 'main section button'),
  },
  { name: 'directory import', who: anna, from: 'within', show: visit('/ad-import', 'main form') },
  {
    name: 'a directory that is previewed',
    isState: true,
    who: anna,
    async show(page) {
      await visit('/ad-import', 'main form')(page)
      const files = {
        'memberships.csv': 'group;email\nSite crew;mei@nordbygg.example\nSite crew;somebody@else.example\n',
      }
      const archive = { name: 'directory.zip', mimeType: 'application/zip', buffer: zipOf(files) }
      await page.locator('main input[type=file]').setInputFiles(archive)
      await page.locator('main form [type=submit]').click()
      await expect(page.locator('main [role=table] [role=cell]').first()).toBeVisible()
    },
  },
  {
    name: 'an archive that is refused',
    isState: true,
    who: anna,
    async show(page) {
      await mockProblem(page, '**/rkv-ad-import', 422, 'notASpreadsheet')
      await visit('/ad-import', 'main form')(page)
      const archive = { name: 'directory.zip', mimeType: 'application/zip', buffer: Buffer.from('none') }
      await page.locator('main input[type=file]').setInputFiles(archive)
      await page.locator('main form [type=submit]').click()
      await expect(page.locator('main [role=alert]')).toBeVisible()
    },
  },
]
