/// <reference lib="dom" />
import { expect, type Page } from '@playwright/test'
import { demoPassword } from '../server/demo/credentials'
import {
  chooseArchive,
  holdImports,
  openNewest,
  preview,
  projectNameOf,
  stepTable,
  stepWith,
  storedLevel,
} from './directory-import-screen'
import { fetchResponse } from './fetch-response'
import { expectAccessible, expectFitsPhone, takeScreenshots, test } from './fixtures'
import { expireProofs, queryDatabase, signInAsStaff, signInByApi } from './people'
import { cellOf, rowOf, searchProject } from './users-grid'

const table = stepTable

const open = async (page: Page) => {
  await signInByApi(page, 'anna@nordbygg.example')
  await page.goto('/ad-import')
  await page.getByRole('combobox', { name: 'Customer', exact: true }).selectOption('Nordbygg AS')
}

const leave = async (page: Page) => {
  await page
    .getByRole('navigation', { name: 'Enterprise tools' })
    .getByRole('link', { name: 'Organizations', exact: true })
    .click()
  await expect(page.getByRole('grid', { name: 'Organizations' })).toBeVisible()
}

test('a customer administrator imports: dry run, preview, confirmed, live in another window, why, undone', async ({
  page,
  browser,
  server,
}) => {
  test.slow()
  const project = 'Holmen Swim'
  const files = {
    'users.csv':
      'email;givenName;familyName;title\njonas@nordbygg.example;Jonas;Ruud;Cost engineer\nmarte@nordbygg.example;Marte;Vik;Surveyor\n',
    'groups.csv': 'group;description\nHolmen crew;Everybody at the pool\n',
    'memberships.csv': 'group;email\nHolmen crew;marte@nordbygg.example\nHolmen crew;ola@somewhere.example\n',
    'access.csv': `group;project;role\nHolmen crew;${await projectNameOf(server, project)};admin\n`,
  }
  expect(await storedLevel(server, 'marte@nordbygg.example', project)).toBeUndefined()

  // Another administrator has the users open.
  await queryDatabase(server, "update app_user set language = 'en' where email = $1", ['astrid@nordbygg.example'])
  const other = await browser.newPage({ baseURL: server.url })
  await signInByApi(other, 'astrid@nordbygg.example')
  await other.goto('/users')
  await searchProject(other, project)
  // Filtered, because the list is long.
  await other.getByRole('searchbox', { name: 'Search users' }).fill('marte@')

  await signInByApi(page, 'anna@nordbygg.example')
  await page.goto('/dashboard')
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Directory import People/ })
    .click()
  await expect(page.getByRole('heading', { name: 'Directory import', level: 1 })).toBeVisible()
  await takeScreenshots(page, 'directory-import')
  await chooseArchive(page, files)
  await preview(page)
  await expect(table(page).getByRole('row').nth(1)).toContainText('This address is of another domain.')
  await expect(table(page).getByRole('row').nth(1)).toContainText('memberships.csv, line 3')
  await expect(stepWith(page, 'Holmen crew', 'Group', 'Create')).toBeVisible()
  await expect(stepWith(page, 'marte@nordbygg.example', 'Project access', 'Make admin', 'Yes')).toBeVisible()
  expect(await storedLevel(server, 'marte@nordbygg.example', project)).toBeUndefined()
  await expectAccessible(page)
  await takeScreenshots(page, 'directory-import-preview')
  await expectFitsPhone(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  // A plan can be left and reopened.
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(page.getByText('Planned, not applied').first()).toBeVisible()
  await page.reload()
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Planned, not applied' })
    .getByRole('button', { name: /^Preview: / })
    .click()
  await page.getByLabel('Search the steps').fill('marte')
  await expect(stepWith(page, 'Holmen crew', 'Group', 'Create')).toBeHidden()
  await page.getByRole('combobox', { name: 'Type', exact: true }).selectOption('Project access')
  await expect(stepWith(page, 'marte@nordbygg.example', 'Make admin')).toBeVisible()
  await expect(table(page).getByRole('row')).toHaveCount(2)

  await expireProofs(page, server)
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await proof.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main').getByText('Import complete!')).toBeVisible()
  expect(await storedLevel(server, 'marte@nordbygg.example', project)).toEqual({ level: 20, directory: 20 })

  // They appear without a reload, by the name that the files give them: nobody has accepted yet.
  await expect(rowOf(other, 'Marte Vik')).toBeVisible()
  const cell = await cellOf(other, 'Marte Vik', project)
  await expect(cell).toContainText('Admin')
  await expect(cell.getByTitle('Managed by directory')).toBeVisible()
  await cell.click()
  await other.getByRole('button', { name: 'Why?', exact: true }).click()
  const why = other.getByRole('dialog')
  await expect(why).toContainText('Managed by directory: the group “Holmen crew” gives “Admin”')
  await expect(why).toContainText('what its files say of this person is written again by the next import')
  await other.keyboard.press('Escape')

  // The role selector, the form and the tooltip of the name explain what a manual change would mean; nothing is changed here.
  await expect(rowOf(other, 'Marte Vik').getByRole('rowheader').getByTitle('Managed by directory')).toBeVisible()
  await cell.click()
  await other.keyboard.press('Enter')
  await expect(other.getByText('Managed by directory: the next import sets its role again.')).toBeVisible()
  await other.keyboard.press('Escape')
  await rowOf(other, 'Marte Vik').locator('[aria-colindex="1"]').click()
  await other.getByRole('button', { name: 'Edit selected', exact: true }).click()
  const form = other.getByRole('dialog', { name: /^Edit / })
  await expect(form.getByText('Managed by directory', { exact: true })).toBeVisible()
  await expect(form).toContainText(
    'Managed by directory: what its files say of this person is written again by the next import.',
  )
  await form
    .getByRole('combobox', { name: /^Role in Holmen Swim/ })
    .first()
    .selectOption('10')
  await expect(form.getByText('Managed by directory: the next import makes this “Admin” again.')).toBeVisible()
  await form
    .getByRole('combobox', { name: /^Role in Holmen Swim/ })
    .first()
    .selectOption('20')
  await other.keyboard.press('Escape')
  await expect(form).toBeHidden()

  await page.getByRole('main').getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('The import is undone.')).toBeVisible()
  expect(await storedLevel(server, 'marte@nordbygg.example', project)).toBeUndefined()
  // People added by the import are removed with it.
  await expect(rowOf(other, 'Marte Vik')).toHaveCount(0)
  await other.close()
})

test('staff import for any verified domain: what is no archive is refused, a file with errors is mended and sent again', async ({
  page,
  server,
}) => {
  const project = 'Sandvika Town'
  await signInAsStaff(page, server)
  await page.goto('/ad-import')
  await page.getByRole('combobox', { name: 'Domain', exact: true }).click()
  await page.getByRole('option', { name: 'nordbygg.example' }).click()
  await page.getByLabel('Files of the directory (ZIP)').setInputFiles({
    name: 'people.zip',
    mimeType: 'application/zip',
    buffer: Buffer.from('no archive'),
  })
  await preview(page)
  const failed = page.getByRole('alert')
  await expect(failed).toContainText('Error importing file')
  await expect(failed).toContainText('This file is no ZIP archive of CSV files that can be read.')

  const files = (role: string, name: string) => ({
    'users.csv': 'email;givenName;familyName\nselma@nordbygg.example;Selma;Dahl\n',
    'memberships.csv': 'group;email\nQuay crew;selma@nordbygg.example\n',
    'access.csv': `group;project;role\nQuay crew;${name};${role}\n`,
  })
  const name = await projectNameOf(server, project)
  await chooseArchive(page, files('overlord', name))
  await preview(page)
  const refused = stepWith(page, 'Quay crew', 'There is no such role.')
  await expect(refused).toContainText('access.csv, line 2')
  await expect(refused).toContainText('overlord')
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await chooseArchive(page, files('user', name))
  await preview(page)
  await expect(stepWith(page, 'selma@nordbygg.example', 'Project access', 'Make user')).toBeVisible()
  await expect(table(page).getByText('There is no such role.')).toHaveCount(0)
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.getByRole('main').getByText('Import complete!')).toBeVisible()
  expect(await storedLevel(server, 'selma@nordbygg.example', project)).toEqual({ level: 10, directory: 10 })

  // Importing the same files again changes nothing.
  await page.getByRole('main').getByRole('button', { name: 'Close', exact: true }).click()
  await expect(page.getByRole('combobox', { name: 'Domain', exact: true })).toHaveValue('nordbygg.example')
  await chooseArchive(page, files('user', name))
  await preview(page)
  await expect(page.getByText('No changes needed')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Confirm', exact: true })).toHaveCount(0)
})

test('an import that is open is left when another customer is chosen, and is found again at its own', async ({
  page,
  server,
}) => {
  await signInByApi(page, 'anna@nordbygg.example')
  await page.goto('/ad-import')
  const customer = page.getByRole('combobox', { name: 'Customer', exact: true })
  await customer.selectOption('Nordbygg AS')
  await chooseArchive(page, { 'groups.csv': 'group;description\nSwitched crew;Everybody\n' })
  await preview(page)
  await expect(stepWith(page, 'Switched crew')).toBeVisible()
  await expect(page).toHaveURL(/plan=/)

  await customer.selectOption('Nordbygg Eiendom AS')
  await expect(page).not.toHaveURL(/plan=/)
  await expect(page.getByText('This customer has no verified domain')).toBeVisible()
  await expect(table(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Confirm', exact: true })).toHaveCount(0)

  await customer.selectOption('Nordbygg AS')
  await openNewest(page, server)
  await expect(stepWith(page, 'Switched crew')).toBeVisible()
  const [stored] = await queryDatabase(
    server,
    "select count(*)::int as made from directory_group where name = 'Switched crew'",
  )
  expect(stored?.made).toBe(0)
})

test('administrators without a verified domain have no entry, and are led to their projects like everybody else', async ({
  page,
  browser,
  server,
}) => {
  await signInByApi(page, 'gro@fjellbane.example')
  const requested = page.waitForResponse((answer) => answer.url().includes('/customer-domains'))
  await page.goto('/dashboard')
  await requested
  const tools = page.getByRole('main').getByRole('list')
  await expect(tools.getByRole('link', { name: /^Security/ })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Directory import/ })).toHaveCount(0)
  await page.goto('/ad-import')
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await expect(page).toHaveURL(`${server.url}/`)
  const other = await browser.newPage({ baseURL: server.url })
  await signInByApi(other, 'mei@nordbygg.example')
  await other.goto('/ad-import')
  await expect(other).toHaveURL(`${server.url}/`)
  await other.close()
})

test('what a group of the directory opens is listed, added with what follows for its people, removed and undone', async ({
  page,
  server,
}) => {
  const openedProjects = () =>
    queryDatabase(
      server,
      `select project.name, access.level from directory_group_access as access join project on project.id = access.project_id
       join directory_group as own on own.id = access.group_id where own.name = 'BIM coordinators' order by project.name`,
    )
  const countMembersByGroup = async (project: string) => {
    const [row] = await queryDatabase(
      server,
      `select count(*)::int as people from project_member as member join project on project.id = member.project_id
       join directory_group_member as own on own.user_id = member.user_id
       join directory_group as grp on grp.id = own.group_id
       where grp.name = 'BIM coordinators' and project.name = $1 and member.directory_level = 20`,
      [project],
    )
    return Number(row?.people)
  }
  const [group] = await queryDatabase(
    server,
    `select count(*)::int as people from directory_group_member as own join directory_group as grp on grp.id = own.group_id
     where grp.name = 'BIM coordinators'`,
  )
  const [free] = await queryDatabase(
    server,
    `select name from project where external_id = 'NB-2041' and not is_inactive`,
  )
  const project = `${free?.name}`
  const before = await openedProjects()
  expect(before).toHaveLength(1)
  await open(page)
  await expect(page.getByRole('heading', { name: 'Groups of the directory' })).toBeVisible()
  await page.getByRole('button', { name: 'Projects: BIM coordinators' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'What BIM coordinators opens' })
  await expect(dialog.getByRole('listitem')).toHaveText(new RegExp(`^${before[0]?.name}`))
  await expectAccessible(page)

  const form = page.getByRole('dialog', { name: 'Add a project to BIM coordinators' })
  const add = async () => {
    await dialog.getByRole('button', { name: 'Add a project', exact: true }).press('Enter')
    await form.getByRole('combobox', { name: 'Project', exact: true }).fill(project)
    await page.getByRole('option', { name: new RegExp(`^${project}`) }).click()
    await form.getByRole('combobox', { name: 'Role', exact: true }).selectOption('Admin')
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Add', exact: true }).press('Enter')
    await expect(page.getByText(`BIM coordinators opens ${project}.`)).toBeVisible()
    await expect(dialog.getByRole('listitem')).toHaveCount(2)
    expect(await openedProjects()).toHaveLength(2)
    expect(await countMembersByGroup(project)).toBe(group?.people)
  }
  await add()
  await page.getByRole('button', { name: 'Undo', exact: true }).last().press('Enter')
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  expect(await openedProjects()).toEqual(before)
  expect(await countMembersByGroup(project)).toBe(0)
  await add()

  // The list is refetched through the event stream before the response arrives; the message contains the project name nevertheless.
  await page.route('**/directory-group-access/*', async (route) => {
    const response = await fetchResponse(route)
    await expect(dialog.getByRole('listitem')).toHaveCount(1)
    await route.fulfill({ response })
  })
  await dialog.getByRole('button', { name: `Remove ${project} from BIM coordinators` }).press('Enter')
  await expect(page.getByText(`BIM coordinators no longer opens ${project}.`)).toBeVisible()
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  expect(await openedProjects()).toEqual(before)
  expect(await countMembersByGroup(project)).toBe(0)
  await page.getByRole('button', { name: 'Undo', exact: true }).last().press('Enter')
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  expect(await countMembersByGroup(project)).toBe(group?.people)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expectFitsPhone(page)
})

test('what is uploaded cannot be changed on its way; a refusal is told, and nobody who has left is pulled back by the answer', async ({
  page,
  server,
}) => {
  await open(page)
  const archive = page.getByLabel('Files of the directory (ZIP)')
  const domain = page.getByRole('combobox', { name: 'Domain', exact: true })
  const button = page.getByRole('button', { name: 'Preview', exact: true }).first()
  const isSending = async () => {
    await expect(page.getByText('Uploading …')).toBeVisible()
    await expect(button).toHaveAttribute('aria-disabled', 'true')
    await expect(archive).toBeDisabled()
    await expect(domain).toBeDisabled()
  }
  const refuse = await holdImports(page)
  await expect(archive).toBeEnabled()
  await expect(domain).toBeEnabled()
  await archive.setInputFiles({ name: 'people.zip', mimeType: 'application/zip', buffer: Buffer.from('no archive') })
  await preview(page)
  await isSending()
  await expectAccessible(page)
  refuse()
  await expect(page.getByRole('alert')).toContainText('This file is no ZIP archive of CSV files that can be read.')
  await expect(archive).toBeEnabled()
  await expect(domain).toBeEnabled()
  await expect(button).not.toHaveAttribute('aria-disabled')

  const release = await holdImports(page)
  await chooseArchive(page, { 'groups.csv': 'group;description\nLate crew;Everybody\n' })
  await preview(page)
  await isSending()
  await leave(page)
  const visited: string[] = []
  page.on('framenavigated', (frame) => visited.push(frame.url()))
  const answered = page.waitForResponse('**/rkv-ad-import')
  release()
  expect((await answered).ok()).toBe(true)
  await expect(page.getByRole('grid', { name: 'Organizations' })).toBeVisible()
  await page.goBack()
  await expect(archive).toBeEnabled()
  expect(visited.filter((url) => url.includes('plan='))).toEqual([])
  await openNewest(page, server)
  await expect(stepWith(page, 'Late crew', 'Group', 'Create')).toBeVisible()
})

test('a preview is not left while its confirmation is on its way; a refusal is told wherever one is, and the same files are compared once more', async ({
  page,
  server,
}) => {
  const email = 'mei@nordbygg.example'
  const project = 'Holmen Swim'
  const before = await storedLevel(server, email, project)
  /** Gives the person a role as somebody else, or changes it. */
  const changeByAnother = () =>
    queryDatabase(
      server,
      `insert into project_member (project_id, user_id, customer_id, privilege_level)
       select project.id, person.id, project.customer_id, 10 from project, app_user as person
       where project.name like $1 and person.email = $2
       on conflict (project_id, user_id) do update set version = project_member.version + 1`,
      [`${project}%`, email],
    )
  const confirm = page.getByRole('button', { name: 'Confirm', exact: true })
  const cancel = page.getByRole('button', { name: 'Cancel', exact: true })
  const step = stepWith(page, email, 'Project access', 'Make admin')
  await open(page)
  await chooseArchive(page, {
    'memberships.csv': `group;email\nHeld crew;${email}\n`,
    'access.csv': `group;project;role\nHeld crew;${await projectNameOf(server, project)};admin\n`,
  })
  await preview(page)
  await expect(step).toBeVisible()
  const plan = page.url()
  await changeByAnother()
  const release = await holdImports(page)
  await expect(cancel).toBeEnabled()
  await confirm.click()
  await expect(confirm).toHaveAttribute('aria-disabled', 'true')
  await expect(cancel).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(confirm).toHaveAttribute('aria-disabled', 'true')
  await expect(page).toHaveURL(plan)
  release()
  const stale = page.getByText('Something was changed since the preview', { exact: true })
  await expect(stale).toBeVisible()

  // Another file is selected meanwhile: the comparison still uses the files from which this import was planned.
  await page.goBack()
  await chooseArchive(page, { 'groups.csv': 'group;description\nOther crew;Everybody\n' })
  await openNewest(page, server)
  await expect(page).toHaveURL(plan)
  await expect(stale).toBeVisible()
  await page.getByRole('button', { name: 'New dry run', exact: true }).click()
  await expect(step).toBeVisible()
  await expect(stepWith(page, 'Other crew')).toHaveCount(0)
  await expect(page).not.toHaveURL(plan)

  // Leaving by another route shows the message as well.
  await changeByAnother()
  const releaseAgain = await holdImports(page)
  await confirm.click()
  await expect(confirm).toHaveAttribute('aria-disabled', 'true')
  await leave(page)
  releaseAgain()
  await expect(
    page.getByText('Something was changed since the preview. Nothing was imported. Upload the file again.'),
  ).toBeVisible()
  await expect(page.getByRole('grid', { name: 'Organizations' })).toBeVisible()
  expect((await storedLevel(server, email, project))?.directory ?? null).toBe(before?.directory ?? null)
})
