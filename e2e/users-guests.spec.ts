import { expect, type Page } from '@playwright/test'
import { expectAccessible, test } from './fixtures'
import { queryDatabase } from './people'
import type { ProductServer } from './server'
import { cellOf, grid, openUsers, paste, preview, rowOf, searchProject, storedLevels } from './users-grid'

/** The guest account of the demo in Fornebu Station, listed under its email address. */
async function findFornebuGuest(product: ProductServer): Promise<{ email: string; name: string }> {
  const [guest] = await queryDatabase(
    product,
    `select person.email, person.name from app_user as person join project_member as member on member.user_id = person.id
     join project on project.id = member.project_id
     where person.guest and project.name like 'Fornebu%' order by person.email limit 1`,
  )
  return { email: guest?.email ?? '', name: guest?.name ?? '' }
}

const offeredRoles = (page: Page) => page.getByRole('menu', { name: /^Role of / }).getByRole('menuitemradio')

test('a guest is offered no role that is refused, and Enter twice on their cell changes nothing', async ({
  page,
  server,
}) => {
  const { email } = await findFornebuGuest(server)
  const firm = /@(.+)\.example$/.exec(email)?.[1] ?? ''
  await openUsers(page, email)
  await searchProject(page, 'Fornebu')
  const before = await storedLevels(server, firm, 'Fornebu')
  expect(before[email]).toBe(5)
  const name = (await grid(page).locator('[data-row="0"]').getByRole('rowheader').textContent()) ?? ''
  const cell = await cellOf(page, name, 'Fornebu')
  await expect(cell).toHaveText('Guest')
  const requested: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/change-sets')) requested.push(request.url())
  })
  await cell.click()
  await page.keyboard.press('Enter')
  await expect(offeredRoles(page)).toHaveText([/^Guest/, 'None'])
  await expect(offeredRoles(page).first()).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await page.getByRole('button', { name: 'Options', exact: true }).click()
  const options = page.getByRole('dialog').getByRole('combobox', { name: 'Role', exact: true })
  await expect(options.getByRole('option')).toHaveText(['Guest', 'None'])
  await page.keyboard.press('Escape')
  expect(requested).toEqual([])
  expect(await storedLevels(server, firm, 'Fornebu')).toEqual(before)

  // In each project that is not theirs, no role is available.
  await rowOf(page, name).locator('[aria-colindex="1"]').click()
  await page.getByRole('button', { name: 'Edit selected', exact: true }).click()
  const edit = page.getByRole('dialog', { name: `Edit ${name}` })
  await edit.getByLabel('Search projects').fill('Fornebu')
  await expect(edit.getByRole('combobox', { name: /^Role in Fornebu/ }).getByRole('option')).toHaveText([
    'Guest',
    'None',
  ])
  await edit.getByLabel('Search projects').fill('Holmen Swim')
  await expect(edit.getByRole('combobox', { name: /^Role in Holmen Swim/ }).getByRole('option')).toHaveText(['None'])
})

test('a pasted “Guest” demotes nobody: the preview says whom it is for, and the options offer it', async ({
  page,
  server,
}) => {
  await openUsers(page, 'noor@elektro')
  await searchProject(page, 'Holmen Swim')
  const before = await storedLevels(server, 'elektro', 'Holmen Swim')
  expect(before['noor@elektro.example']).toBe(10)
  const cell = await cellOf(page, 'Noor Haddad', 'Holmen')
  await cell.click()
  await paste(page, 'Guest')
  await expect(preview(page).getByText('No changes').first()).toBeVisible()
  await expect(preview(page).getByText('Only guest accounts become guests by paste or file.').first()).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  expect(await storedLevels(server, 'elektro', 'Holmen Swim')).toEqual(before)

  await cell.click()
  await page.getByRole('button', { name: 'Options', exact: true }).click()
  const options = page.getByRole('dialog', { name: /^Noor Haddad in Holmen/ })
  await options.getByRole('combobox', { name: 'Role', exact: true }).selectOption('Guest')
  await options.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(options).toBeHidden()
  await expect
    .poll(() => storedLevels(server, 'elektro', 'Holmen Swim'))
    .toEqual({ ...before, 'noor@elektro.example': 5 })
  // As a guest with an account they can be given any role again.
  await cell.click()
  await page.keyboard.press('Enter')
  await expect(offeredRoles(page)).toHaveText(['Admin', 'Workflows', 'User', /^Guest/, 'None'])
  await page.getByRole('menuitemradio', { name: 'User', exact: true }).click()
  await expect.poll(() => storedLevels(server, 'elektro', 'Holmen Swim')).toEqual(before)
})
