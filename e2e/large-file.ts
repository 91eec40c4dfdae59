import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './fixtures'
import { chooseFromMore, openUsers, preview } from './users-grid'

/**
 * Uploads an access file with `count` unknown users: a job plans it, and its virtualized rows are checked at the start and far below. `timeout`
 * is in milliseconds.
 */
export async function planLargeFile(page: Page, count: number, timeout: number): Promise<void> {
  await openUsers(page)
  const lines = Array.from({ length: count }, (_, at) => `person${at}@large-file.example;NB-2042;user;`)
  await chooseFromMore(page, 'Upload an access file')
  const upload = page.getByRole('dialog', { name: 'Upload an access file' })
  const buffer = Buffer.from(lines.join('\r\n'))
  await upload.getByLabel('File').setInputFiles({ name: 'large.csv', mimeType: 'text/csv', buffer })
  await upload.getByRole('button', { name: 'Preview', exact: true }).click()
  const plan = preview(page, 'Access file')
  await expect(plan.getByRole('group').getByText(`Conflicts ${count.toLocaleString('en-GB')}`)).toBeVisible({ timeout })
  const rows = plan.getByRole('listitem')
  await expect(rows.first()).toContainText('person0@large-file.example')
  expect(await rows.count()).toBeLessThan(60)
  const list = plan.getByRole('region', { name: 'Rows' })
  // Every row is 48 pixels high.
  await list.evaluate((box) => box.scrollTo(0, 480_000))
  await expect(rows.filter({ hasText: 'person10000@large-file.example' })).toBeVisible({ timeout: 60_000 })
  expect(await rows.count()).toBeLessThan(60)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(plan).toBeHidden()
  // The form is there again, with its file.
  await expect(upload).toContainText('large.csv')
}
