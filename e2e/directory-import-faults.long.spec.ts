/// <reference lib="dom" />
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { zipOf } from '../server/test/zip'
import { chooseArchive, preview, projectNameOf, stepWith, storedLevel } from './directory-import-screen'
import { expectAccessible, test } from './fixtures'
import { queryDatabase, signInByApi } from './people'

const domain = 'nordbygg.example'
const open = async (page: Page) => {
  await signInByApi(page, 'anna@nordbygg.example')
  await page.goto('/ad-import')
  await page.getByRole('combobox', { name: 'Customer', exact: true }).selectOption('Nordbygg AS')
}
const confirm = (page: Page) => page.getByRole('button', { name: 'Confirm', exact: true })
const isDone = (page: Page) => expect(page.getByRole('main').getByText('Import complete!')).toBeVisible()
const rows = (heading: string, count: number, row: (at: number) => string) =>
  `${heading}\n${Array.from({ length: count }, (_, at) => row(at)).join('\n')}\n`

test('an archive that is refused says why and by which file, also when a job has read it', async ({ page }) => {
  await open(page)
  await chooseArchive(page, { 'people/users.xlsx': 'a spreadsheet' })
  await preview(page)
  const failed = page.getByRole('alert')
  await expect(failed).toContainText('Error importing file')
  await expect(failed).toContainText('“people/users.xlsx” is no CSV file that can be read.')

  await chooseArchive(page, { 'export/users.csv': 'email\n', 'users.csv': Buffer.alloc(2_000_000, 0x61) })
  await preview(page)
  await expect(failed).toContainText('“users.csv” unpacks to more than 100 times its size in the archive.')
  await expectAccessible(page)

  await chooseArchive(page, {
    'crew/memberships.csv': rows('group;email', 100_001, (at) => `Crew ${at % 7};a${at}@${domain}`),
  })
  await preview(page)
  await expect(failed).toContainText('“crew/memberships.csv” has more than 100,000 rows.')
  await expect(failed).toContainText('Error importing file')
  await page.getByRole('button', { name: 'Choose another file' }).click()
  await expect(page.getByLabel('Files of the directory (ZIP)')).toBeVisible()
})

test('what absence means is said in the preview; more than a tenth of the memberships goes only when their number is typed', async ({
  page,
  server,
}) => {
  const project = 'Holmen Swim'
  const name = await projectNameOf(server, project)
  const [all] = await queryDatabase(
    server,
    "select count(*)::int as members from project_member where customer_id = (select id from customer where name = 'Nordbygg AS')",
  )
  // More than a tenth of all members once they have been added.
  const people = Math.ceil(Number(all?.members) / 8)
  const stored = async () => {
    const [row] = await queryDatabase(
      server,
      `select count(*)::int as people from project_member as member join app_user as person on person.id = member.user_id
       where person.email like 'going%@nordbygg.example'`,
    )
    return Number(row?.people)
  }
  await open(page)
  await chooseArchive(page, {
    'users.csv': rows('email', people, (at) => `going${at}@${domain}`),
    'memberships.csv': rows('group;email', people, (at) => `Going;going${at}@${domain}`),
    'access.csv': `group;project;role\nGoing;${name};user\n`,
  })
  await preview(page)
  const rules = page.getByRole('group').filter({ hasText: 'What happens to people who are not in the files' })
  await expect(rules.getByRole('listitem').first()).toBeHidden()
  await rules.getByText('What happens to people who are not in the files').click()
  for (const sentence of [
    'People, groups and access that are not in the files stay as they are.',
    'A row with the role “none” removes that access; Enabled=false removes all access of the person.',
    'When more than 10% of all memberships are removed, their number has to be typed before it is done.',
    'never the email, the name or the credentials of an account',
    'Invitations go out only when that is chosen in the preview.',
    'A file has at most 100,000 rows, and a plan at most 200,000.',
  ]) {
    await expect(rules).toContainText(sentence)
  }
  await expect(rules.getByRole('listitem').first()).toBeVisible()
  await expectAccessible(page)
  await confirm(page).click()
  await isDone(page)
  expect(await stored()).toBe(people)

  await page.getByRole('main').getByRole('button', { name: 'Close', exact: true }).click()
  await chooseArchive(page, { 'access.csv': `group;project;role\nGoing;${name};none\n` })
  await preview(page)
  const count = page.getByLabel('Memberships that are removed')
  await expect(count).toBeVisible()
  await expect(page.getByText(`${people} memberships of projects are removed.`)).toBeVisible()
  const requested: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/rkv-ad-import')) requested.push(request.url())
  })
  for (const typed of ['1', `${people + 1}`]) {
    await count.fill(typed)
    await confirm(page).click()
    await expect(page.getByText(`Type ${people}.`, { exact: true })).toBeVisible()
  }
  expect(requested).toEqual([])
  expect(await stored()).toBe(people)
  await expectAccessible(page)
  await count.fill(`${people}`)
  await confirm(page).click()
  await isDone(page)
  expect(await stored()).toBe(0)
})

test('what was changed since the preview is not imported: a new dry run with the same files shows how it stands now', async ({
  page,
  server,
}) => {
  const project = 'Holmen Swim'
  const email = 'mei@nordbygg.example'
  await open(page)
  await chooseArchive(page, {
    'memberships.csv': `group;email\nFresh crew;${email}\n`,
    'access.csv': `group;project;role\nFresh crew;${await projectNameOf(server, project)};admin\n`,
  })
  await preview(page)
  await expect(stepWith(page, email, 'Project access', 'Make admin')).toBeVisible()
  const plan = page.url()
  const before = await storedLevel(server, email, project)
  await queryDatabase(
    server,
    `insert into project_member (project_id, user_id, customer_id, privilege_level)
     select project.id, person.id, project.customer_id, 10 from project, app_user as person
     where project.name like $1 and person.email = $2
     on conflict (project_id, user_id) do update set version = project_member.version + 1`,
    [`${project}%`, email],
  )
  await confirm(page).click()
  await expect(page.getByText('Something was changed since the preview')).toBeVisible()
  await expect(confirm(page)).toHaveCount(0)
  expect((await storedLevel(server, email, project))?.directory ?? null).toBe(before?.directory ?? null)

  await page.getByRole('button', { name: 'New dry run', exact: true }).click()
  // Meanwhile somebody else gives them the user role manually.
  await expect(stepWith(page, email, 'Project access', 'Make admin')).toBeVisible()
  expect(page.url()).not.toBe(plan)
  await confirm(page).click()
  await isDone(page)
  expect(await storedLevel(server, email, project)).toEqual({ level: 20, directory: 20 })
})

test('a file that is dropped on the zone is uploaded with its progress, once, however often the button is pressed', async ({
  page,
}, testInfo) => {
  await open(page)
  // Random text hardly compresses, so the upload takes long enough to be observed.
  const file = testInfo.outputPath('dropped.zip')
  const text = rows('group;description', 8_000, (at) => `Dropped ${at};${randomBytes(60).toString('base64url')}`)
  await writeFile(file, zipOf({ 'groups.csv': text }))
  const zone = page.getByLabel('Files of the directory (ZIP)')
  const box = await zone.boundingBox()
  const at = { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }
  const devtools = await page.context().newCDPSession(page)
  const data = { items: [], files: [file], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await devtools.send('Input.dispatchDragEvent', { type, ...at, data })
  }
  await expect(page.getByRole('main').getByText('dropped.zip')).toBeVisible()

  await devtools.send('Network.enable')
  const line = { offline: false, latency: 0, downloadThroughput: -1 }
  await devtools.send('Network.emulateNetworkConditions', { ...line, uploadThroughput: 40_000 })
  const requested: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/rkv-ad-import')) requested.push(request.url())
  })
  const button = page.getByRole('button', { name: 'Preview', exact: true }).first()
  await button.click()
  await expect(page.getByText('Uploading …')).toBeVisible()
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  const progress = page.getByRole('progressbar', { name: 'Directory import' })
  const part = () => progress.evaluate((element: HTMLProgressElement) => element.position)
  await expect.poll(part).toBeGreaterThan(0)
  await button.click({ force: true })
  await button.press('Enter')
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  const reached = await part()
  expect(reached).toBeLessThan(1)
  await expect.poll(part).toBeGreaterThan(reached)
  await devtools.send('Network.emulateNetworkConditions', { ...line, uploadThroughput: -1 })
  await expect(stepWith(page, 'Dropped', 'Group', 'Create').first()).toBeVisible()
  expect(requested).toHaveLength(1)
})
