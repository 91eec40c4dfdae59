/// <reference lib="dom" />
import { expect, type Page } from '@playwright/test'
import { zipOf } from '../server/test/zip'
import { createGate } from './create-gate'
import { queryDatabase } from './people'
import type { ProductServer } from './server'

/** Full name of the Nordbygg project whose name starts with this text. */
export async function projectNameOf(server: ProductServer, project: string): Promise<string> {
  const [row] = await queryDatabase(server, 'select name from project where name like $1 and deleted_at is null', [
    `${project}%`,
  ])
  return row?.name ?? ''
}

/** Stored access of a user to a project: the level, and the level set by the directory. */
export async function storedLevel(server: ProductServer, email: string, project: string) {
  const [row] = await queryDatabase(
    server,
    `select privilege_level as level, directory_level as directory from project_member as member
     join app_user as person on person.id = member.user_id join project on project.id = member.project_id
     where person.email = $1 and project.name like $2`,
    [email, `${project}%`],
  )
  return row
}

/** Selects a ZIP archive of these files. */
export const chooseArchive = (page: Page, files: Record<string, string | Buffer>) =>
  page.getByLabel('Files of the directory (ZIP)').setInputFiles({
    name: 'directory.zip',
    mimeType: 'application/zip',
    buffer: zipOf(files),
  })

export const preview = (page: Page) => page.getByRole('button', { name: 'Preview', exact: true }).first().click()

/** The table of planned steps. */
export const stepTable = (page: Page) => page.getByRole('table', { name: 'Steps of the import' })

/** Steps that contain all these texts. */
export const stepWith = (page: Page, ...texts: (string | RegExp)[]) =>
  texts.reduce((rows, word) => rows.filter({ hasText: word }), stepTable(page).getByRole('row'))

/** Delays requests to the import from now on; returns the function that releases them. */
export async function holdImports(page: Page): Promise<() => void> {
  const { released, release } = createGate()
  await page.route('**/rkv-ad-import', async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** Opens the most recent import of Nordbygg AS. The list shows older data until it has been refetched. */
export async function openNewest(page: Page, server: ProductServer): Promise<void> {
  const imports = page
    .locator('section', { has: page.getByRole('heading', { name: 'Recent imports' }) })
    .last()
    .getByRole('listitem')
  const [latest] = await queryDatabase(
    server,
    `select count(*)::int as imports from change_set where kind = 'ad-import'
     and customer_id = (select id from customer where name = 'Nordbygg AS')`,
  )
  await expect(imports).toHaveCount(Number(latest?.imports))
  await imports
    .first()
    .getByRole('button', { name: /^(Preview|Show rows): / })
    .click()
}
