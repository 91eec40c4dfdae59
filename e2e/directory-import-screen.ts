/// <reference lib="dom" />
import { expect, type Page } from '@playwright/test'
import { zipOf } from '../server/test/zip'
import { heldBack } from './held-back'
import { onDatabase } from './people'
import type { ProductServer } from './server'

/** The whole name of the project of Nordbygg that begins so. */
export async function nameOf(server: ProductServer, project: string): Promise<string> {
  const [row] = await onDatabase(server, 'select name from project where name like $1 and deleted_at is null', [
    `${project}%`,
  ])
  return row?.name ?? ''
}

/** What is stored of somebody's access to a project: the level, and the one that the directory gave. */
export async function storedLevel(server: ProductServer, email: string, project: string) {
  const [row] = await onDatabase(
    server,
    `select privilege_level as level, directory_level as directory from project_member as member
     join app_user as person on person.id = member.user_id join project on project.id = member.project_id
     where person.email = $1 and project.name like $2`,
    [email, `${project}%`],
  )
  return row
}

/** Chooses an archive of these files. */
export const choose = (page: Page, files: Record<string, string | Buffer>) =>
  page.getByLabel('Files of the directory (ZIP)').setInputFiles({
    name: 'directory.zip',
    mimeType: 'application/zip',
    buffer: zipOf(files),
  })

export const preview = (page: Page) => page.getByRole('button', { name: 'Preview', exact: true }).first().click()

/** The steps that are shown. */
export const stepTable = (page: Page) => page.getByRole('table', { name: 'Steps of the import' })

/** Those of them that say all these words. */
export const stepOf = (page: Page, ...words: (string | RegExp)[]) =>
  words.reduce((rows, word) => rows.filter({ hasText: word }), stepTable(page).getByRole('row'))

/** Holds back what is sent to the import from now on; gives what lets it go. */
export async function holdImports(page: Page): Promise<() => void> {
  const { held, release } = heldBack()
  await page.route('**/rkv-ad-import', async (route) => {
    await held
    await route.continue()
  })
  return release
}

/** Opens the newest of the recent imports of Nordbygg AS. What was listed before it was made is shown until it has been read again. */
export async function openNewest(page: Page, server: ProductServer): Promise<void> {
  const imports = page
    .locator('section', { has: page.getByRole('heading', { name: 'Recent imports' }) })
    .last()
    .getByRole('listitem')
  const [made] = await onDatabase(
    server,
    `select count(*)::int as imports from change_set where kind = 'ad-import'
     and customer_id = (select id from customer where name = 'Nordbygg AS')`,
  )
  await expect(imports).toHaveCount(Number(made?.imports))
  await imports
    .first()
    .getByRole('button', { name: /^(Preview|Show rows)$/ })
    .click()
}
