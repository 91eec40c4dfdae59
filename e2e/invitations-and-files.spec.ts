import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectNoOverflow, takeScreenshots, test } from './fixtures'
import { queryDatabase, signInByApi } from './people'
import { chooseFromMore, openUsers, preview } from './users-grid'

const listOf = (page: Page) => page.getByRole('dialog', { name: 'Invitations', exact: true })
const inviteDialog = (page: Page) => page.getByRole('dialog', { name: 'Invite to a project' })

/** Invites a user to the first project whose name contains `project`; Enter chooses it once it is the only match. */
async function invite(page: Page, email: string, project: string) {
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const dialog = inviteDialog(page)
  await dialog.getByLabel('Email addresses').fill(email)
  const field = dialog.getByRole('combobox', { name: 'Project', exact: true })
  await field.click()
  await page.keyboard.type(project)
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue(/Ullevål/)
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(page.getByText(`${email} was invited`)).toBeVisible()
}

test('Enter takes the only project found; invitations are found by words in any order, without accents', async ({
  page,
  server,
}) => {
  await openUsers(page)
  await invite(page, 'solveig@searched.example', 'clinic ulleval nb-2103')
  const stored = await queryDatabase(
    server,
    `select project.external_id as project from invitation join project on project.id = invitation.project_id
      where invitation.email = 'solveig@searched.example'`,
  )
  expect(stored).toEqual([{ project: 'NB-2103' }])
  await chooseFromMore(page, 'Invitations')
  const list = listOf(page)
  await expect(list.getByRole('listitem').nth(1)).toBeVisible()
  await list.getByLabel('Search invitations').fill('ulleval pending searched')
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await expect(list.getByText('1 invitation found')).toBeVisible()
  await expect(list.getByRole('listitem')).toContainText('solveig@searched.example')
  await expectAccessible(page)
  await expectNoOverflow(page)
  await takeScreenshots(page, 'invitations-found')
  await list.getByLabel('Search invitations').fill('nobody at all')
  await expect(list.getByText('No invitation matches the search')).toBeVisible()
})

test('the form stays behind its preview: Back, Escape and the browser return to all that was typed', async ({
  page,
  server,
}) => {
  await openUsers(page)
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const dialog = inviteDialog(page)
  const typed = 'unn@kept.example not-an-address odd@kept.example'
  await dialog.getByLabel('Email addresses').fill(typed)
  const project = dialog.getByRole('combobox', { name: 'Project', exact: true })
  await project.click()
  await page.keyboard.type('clinic ulleval nb-2103')
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  const showsForm = async () => {
    await expect(dialog).toBeVisible()
    await expect(dialog.getByLabel('Email addresses')).toHaveValue(typed)
    await expect(project).toHaveValue(/Ullevål/)
  }
  const rows = preview(page, 'Invite people')
  for (const leave of [
    () => rows.getByRole('button', { name: 'Back', exact: true }).click(),
    () => page.keyboard.press('Escape'),
    () => page.goBack(),
  ]) {
    await dialog.getByRole('button', { name: 'Preview', exact: true }).click()
    await expect(rows.getByText('not-an-address')).toBeVisible()
    await leave()
    await expect(rows).toBeHidden()
    await showsForm()
  }
  await dialog.getByRole('button', { name: 'Preview', exact: true }).click()
  await expect(rows.getByText('not-an-address')).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
  await takeScreenshots(page, 'invitations-preview')
  await rows.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(rows).toBeHidden()
  await expect(dialog).toBeHidden()
  const stored = await queryDatabase(server, "select email from invitation where email like '%@kept.example'")
  expect(stored).toEqual([])
})

test('a new link is made only after the question that says what it ends', async ({ page, server }) => {
  await openUsers(page)
  await invite(page, 'torunn@linked.example', 'clinic ulleval nb-2103')
  const secret = async () =>
    (
      await queryDatabase(
        server,
        `select * from temporary_password
          where user_id = (select id from app_user where email = 'torunn@linked.example')`,
      )
    )[0]
  const mailed = await secret()
  await chooseFromMore(page, 'Invitations')
  const list = listOf(page)
  const row = list.getByRole('listitem').filter({ hasText: 'torunn@linked.example' })
  await row.getByRole('button', { name: /^Link/ }).click()
  const confirmation = page.getByRole('dialog', { name: 'Create a new link for torunn@linked.example?' })
  await expect(confirmation).toContainText('The link that was mailed before stops working.')
  await expectAccessible(page)
  await takeScreenshots(page, 'invitations-link')
  await confirmation.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(confirmation).toBeHidden()
  expect(await secret()).toEqual(mailed)
  await row.getByRole('button', { name: /^Link/ }).click()
  await confirmation.getByRole('button', { name: 'Create a new link', exact: true }).click()
  await expect(list.getByRole('textbox', { name: 'Link for torunn@linked.example' })).toHaveValue(/\/login\?/)
  expect(await secret()).not.toEqual(mailed)
})

test('the preview of a file names line, column and value of what it refuses', async ({ page }) => {
  await openUsers(page)
  await chooseFromMore(page, 'Upload an access file')
  const upload = page.getByRole('dialog', { name: 'Upload an access file' })
  const lines = [
    'email;project;role;expiration',
    'lena@nordbygg.example;NB-2041;chief;',
    'lena@nordbygg.example;No such bridge;user;',
    'lena@nordbygg.example;NB-2041;=SUM(A1);',
    'lena@nordbygg.example;NB-2041;;',
  ]
  await upload
    .getByLabel('File')
    .setInputFiles({ name: 'access.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })
  await upload.getByRole('button', { name: 'Preview', exact: true }).click()
  const rows = page.getByRole('dialog', { name: 'Access file' }).getByRole('listitem')
  await expect(rows).toHaveCount(4)
  for (const [at, texts] of [
    ['Line 2', 'There is no such role.', 'Role: chief'],
    ['Line 3', 'The customer has no such project.', 'Project: No such bridge'],
    ['Line 4', 'This is a formula, not a value.', 'Role: =SUM(A1)'],
    ['Line 5', 'This row cannot be read.', 'Role: empty'],
  ].entries())
    for (const each of texts) await expect(rows.nth(at)).toContainText(each)
  await expectAccessible(page)
  await expectNoOverflow(page)
  await takeScreenshots(page, 'access-file-refused')
})

for (const width of [360, 768, 1280])
  test(`Invite and New organization are in sight at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 740 })
    await signInByApi(page, 'anna@nordbygg.example')
    for (const [tool, button, dialog] of [
      ['users', 'Invite', 'Invite to a project'],
      ['organizations', 'New organization', 'New organization'],
    ] as const) {
      await page.goto(`/${tool}`)
      const actionButton = page.getByRole('button', { name: button, exact: true })
      await expect(actionButton).toBeInViewport({ ratio: 1 })
      await expectNoOverflow(page)
      await actionButton.click()
      await expect(page.getByRole('dialog', { name: dialog })).toBeVisible()
    }
  })
