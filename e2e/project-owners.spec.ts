import { expect } from '@playwright/test'
import { projectId } from '../server/demo/projects'
import { test } from './configured-product'
import { takeScreenshots } from './fixtures'
import { expectUsableOnEveryWidth, queryDatabase, signInByApi, signInWithPassword } from './people'

test('on a phone an owner edits a project, invites people, deletes it and restores it; a member is offered none of it', async ({
  page,
  browser,
  baseURL,
  product,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const home = `/project-${projectId('NB-2064')}/`
  await signInWithPassword(page, 'ola@nordbygg.example')
  await page.goto(home)
  await expect(page.getByRole('heading', { name: 'Tønsberg Wharf Apartments', level: 1 })).toBeVisible()
  await expectUsableOnEveryWidth(page)
  await takeScreenshots(page, 'project-home-owner')

  await page.getByRole('button', { name: 'Edit project' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit project' })
  await edit.getByLabel('Project name').fill('')
  await edit.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(edit.getByText('Please fill this in.')).toBeVisible()
  await edit.getByLabel('Project name').fill('Tønsberg Wharf')
  await edit.getByLabel('Description').fill('Two pools and a diving tower')
  await expectUsableOnEveryWidth(page)
  await edit.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(edit).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Tønsberg Wharf', exact: true, level: 1 })).toBeVisible()
  await expect(page.getByText('Two pools and a diving tower')).toBeVisible()
  // The new name is shown everywhere immediately.
  await expect(page).toHaveTitle('Tønsberg Wharf · Lintel')
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(page.locator('header').getByText('Tønsberg Wharf', { exact: true }).first()).toBeVisible()
  await page.setViewportSize({ width: 360, height: 740 })

  await page.getByRole('button', { name: 'Edit project' }).click()
  await edit.getByLabel('Project name').fill('Tønsberg Quay')
  await edit.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(edit).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Tønsberg Quay', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('Undone')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Tønsberg Wharf', level: 1 })).toBeVisible()

  await page.getByRole('button', { name: 'Invite people' }).click()
  const invite = page.getByRole('dialog', { name: 'Invite people' })
  await invite.getByLabel('Email addresses').fill('one@divers.example, two@divers.example\nola@nordbygg.example')
  await expectUsableOnEveryWidth(page)
  await invite.getByRole('button', { name: 'Invite', exact: true }).click()
  // Addresses that could not be invited stay in the form with the reason; the others are invited.
  await expect(invite.getByRole('alert')).toContainText('ola@nordbygg.example')
  await expect(invite.getByLabel('Email addresses')).toHaveValue('ola@nordbygg.example')
  await invite.getByRole('button', { name: 'Cancel', exact: true }).click()
  expect((await product.linksTo('two@divers.example')).length).toBeGreaterThan(0)
  const rows = await queryDatabase(
    product,
    `select app_user.email, member.privilege_level as level from project_member as member
      join app_user on app_user.id = member.user_id where app_user.email like '%@divers.example' order by 1`,
  )
  expect(rows).toEqual([
    { email: 'one@divers.example', level: 10 },
    { email: 'two@divers.example', level: 10 },
  ])

  const context = await browser.newContext({ locale: 'en-GB', ...(baseURL && { baseURL }) })
  const other = await context.newPage()
  await signInWithPassword(other, 'mei@nordbygg.example')
  await other.goto(`/project-${projectId('NB-2041')}/`)
  await expect(other.getByRole('heading', { name: 'People' })).toBeVisible()
  await expect(other.getByRole('button', { name: /Invite people|Edit project|Delete project/ })).toHaveCount(0)
  await context.close()

  await page.getByRole('button', { name: 'Delete project', exact: true }).click()
  const confirmation = page.getByRole('dialog', { name: 'Delete “Tønsberg Wharf”?' })
  await expectUsableOnEveryWidth(page)
  const isDeleted = async () =>
    (await queryDatabase(product, 'select is_inactive from project where id = $1', [projectId('NB-2064')]))[0]
      ?.is_inactive
  expect(await isDeleted()).toBe(false)
  await confirmation.getByRole('button', { name: 'Delete project', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: /Tønsberg Wharf/ })).toHaveCount(0)
  expect(await isDeleted()).toBe(true)
  await page.goto(home)
  await page.getByRole('button', { name: 'Restore project', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Delete project', exact: true })).toBeVisible()
  expect(await isDeleted()).toBe(false)
})

test('a description that is emptied stays empty: on the home, in the list and where it is edited', async ({
  page,
  product,
}) => {
  await signInWithPassword(page, 'ola@nordbygg.example')
  const row = page.getByRole('link', { name: /^Barcode Harbour, block 4/ })
  await row.click()
  const edit = page.getByRole('dialog', { name: 'Edit project' })
  const change = async (typed: string) => {
    await page.getByRole('button', { name: 'Edit project' }).click()
    await edit.getByLabel('Description').fill(typed)
    await edit.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(edit).toBeHidden()
  }
  await change('A pier to be emptied')
  await expect(page.locator('#content').getByText('A pier to be emptied')).toBeVisible()
  await change('')
  await expect(page.getByText('A pier to be emptied')).toHaveCount(0)
  await page.reload()
  await page.getByRole('button', { name: 'Edit project' }).click()
  await expect(edit.getByLabel('Description')).toHaveValue('')
  await page.keyboard.press('Escape')
  await page.goto('/')
  await expect(row).toBeVisible()
  await expect(row).not.toContainText('A pier to be emptied')
  const stored = await queryDatabase(product, 'select description from project where id = $1', [projectId('NB-2041')])
  expect(stored).toEqual([{ description: null }])
})

test('an end date is a day of the customer’s time zone, wherever its reader is: in list, switcher and home, and where it is changed', async ({
  browser,
  baseURL,
  product,
}) => {
  const harborProject = projectId('NB-2041')
  // The end of May 1 in Oslo: May 2 in Auckland, and still the morning of May 1 in Honolulu.
  await queryDatabase(
    product,
    `update project_member set access_until = '2099-05-01T21:59:59Z'
      where project_id = $1 and user_id = (select id from app_user where email = 'mei@nordbygg.example')`,
    [harborProject],
  )
  await queryDatabase(product, `update app_user set language = 'en' where email = 'mei@nordbygg.example'`)
  const context = await browser.newContext({
    locale: 'en-GB',
    timezoneId: 'Pacific/Auckland',
    ...(baseURL && { baseURL }),
  })
  const otherPage = await context.newPage()
  await signInByApi(otherPage, 'mei@nordbygg.example')
  await otherPage.goto('/')
  const endDate = 'End date: 1 May 2099'
  await expect(otherPage.getByRole('link', { name: /Barcode Harbour, block 4/ }).first()).toContainText(endDate)
  await otherPage.getByRole('button', { name: 'Open project' }).click()
  const switcher = otherPage.getByRole('dialog', { name: 'Open project' })
  await switcher.getByRole('searchbox').fill('block 4')
  await expect(switcher.getByRole('link').first()).toContainText(endDate)
  await switcher.getByRole('link').first().click()
  await expect(otherPage.getByRole('heading', { name: 'Barcode Harbour, block 4' })).toBeVisible()
  await expect(otherPage.getByText(endDate)).toBeVisible()
  await expectUsableOnEveryWidth(otherPage)
  await context.close()

  const away = await browser.newContext({
    locale: 'en-GB',
    timezoneId: 'Pacific/Auckland',
    ...(baseURL && { baseURL }),
  })
  const owner = await away.newPage()
  await signInByApi(owner, 'ola@nordbygg.example')
  await owner.goto(`/project-${harborProject}/`)
  await owner.getByRole('button', { name: /^Show all/ }).click()
  await expect(owner.getByRole('listitem').filter({ hasText: 'mei@nordbygg.example' })).toContainText(
    'End date: 2099-05-01',
  )
  await owner.getByRole('button', { name: 'Change the access of Mei', exact: false }).click()
  const access = owner.getByRole('dialog', { name: 'Access of Mei', exact: false })
  const end = access.getByRole('textbox', { name: 'End date', exact: true })
  await expect(end).toHaveValue('2099-05-01')
  await end.fill('2099-05-03')
  await access.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(access).toBeHidden()
  const [stored] = await queryDatabase(
    product,
    `select access_until as end from project_member
      where project_id = $1 and user_id = (select id from app_user where email = 'mei@nordbygg.example')`,
    [harborProject],
  )
  expect(new Date(stored?.end ?? '').toISOString()).toBe('2099-05-03T21:59:59.000Z')
  await away.close()
})

test('what an administrator changes of a project appears on its owner’s home without a reload, and nothing of other projects is told', async ({
  page,
  browser,
  baseURL,
  product,
}) => {
  const pier = projectId('NB-2124')
  const requestedPaths: string[] = []
  const eventRequests: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('/events')) eventRequests.push(request.url())
  })
  await signInByApi(page, 'ola@nordbygg.example')
  const subscribed = page.waitForRequest((request) => request.url().includes(`/projects/${pier}/events`))
  await page.goto(`/project-${pier}/`)
  await subscribed
  await expect(page.getByRole('heading', { name: 'Oslo Airport, pier C extension', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: /^Show all/ }).click()
  await page.evaluate(() => Object.assign(window, { notLoadedAgain: true }))
  page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname))

  const context = await browser.newContext({ locale: 'en-GB', ...(baseURL && { baseURL }) })
  const other = await context.newPage()
  await signInByApi(other, 'anna@nordbygg.example')
  await queryDatabase(product, `update app_user set language = 'en' where email = 'anna@nordbygg.example'`)
  // Another project of the same owner: this home requests nothing.
  await other.goto(`/project-${projectId('NB-2064')}/`)
  const rename = async (name: string) => {
    await other.getByRole('button', { name: 'Edit project' }).click()
    await other.getByLabel('Project name').fill(name)
    await other.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    await expect(other.getByRole('heading', { name, level: 1 })).toBeVisible()
  }
  await rename('Tønsberg Quay')

  await other.goto(`/project-${pier}/`)
  await rename('Oslo Airport, pier F')
  await expect(page.getByRole('heading', { name: 'Oslo Airport, pier F', level: 1 })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Recent activity' })).toContainText('Oslo Airport, pier F')
  await other.getByRole('button', { name: 'Invite people' }).click()
  const invite = other.getByRole('dialog', { name: 'Invite people' })
  await invite.getByLabel('Email addresses').fill('live@divers.example')
  await invite.getByRole('button', { name: 'Invite', exact: true }).click()
  const people = page.getByRole('region', { name: 'People' })
  const newMember = people.getByRole('listitem').filter({ hasText: 'live@divers.example' })
  await expect(newMember).toBeVisible()
  await expect(invite).toBeHidden()
  await other.getByRole('button', { name: /^Show all/ }).click()
  await other.getByRole('button', { name: 'Change the access of live@divers.example' }).click()
  const access = other.getByRole('dialog', { name: 'Access of live@divers.example' })
  await access.getByLabel('Role').selectOption('Admin')
  await access.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Recent activity' })).toContainText('“Admin”')
  await expect(newMember).toBeVisible()
  expect(await page.evaluate(() => 'notLoadedAgain' in window)).toBe(true)
  expect(eventRequests.every((address) => address.includes(`/projects/${pier}/events`))).toBe(true)
  expect(requestedPaths.filter((path) => path.includes(projectId('NB-2064')))).toEqual([])
  await context.close()
})

const levelIn = `select member.privilege_level as level from project_member as member
  join app_user on app_user.id = member.user_id where app_user.email = $1 and member.project_id = $2`

test('an owner changes a role over what an admin made of it meanwhile, undoes that, hands the project over and leaves it', async ({
  page,
  browser,
  baseURL,
  product,
}) => {
  const harborProject = projectId('NB-2041')
  const mei = 'mei@nordbygg.example'
  const stored = async (email: string) => (await queryDatabase(product, levelIn, [email, harborProject]))[0]?.level
  const context = await browser.newContext({ locale: 'en-GB', ...(baseURL && { baseURL }) })
  const other = await context.newPage()
  await signInByApi(page, 'ola@nordbygg.example')
  await queryDatabase(product, `update app_user set language = 'en' where email = 'kari@nordbygg.example'`)
  await signInByApi(other, 'kari@nordbygg.example')
  const opened = async (at: typeof page) => {
    await at.goto(`/project-${harborProject}/`)
    await at.getByRole('button', { name: /^Show all/ }).click()
    await at.getByRole('button', { name: 'Change the access of Mei', exact: false }).click()
    return at.getByRole('dialog', { name: 'Access of Mei', exact: false })
  }
  const [here, there] = [await opened(page), await opened(other)]
  await expectUsableOnEveryWidth(page)
  await here.getByLabel('Role').selectOption('Admin')
  await there.getByLabel('Role').selectOption('Workflows')
  await there.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(there).toBeHidden()
  expect(await stored(mei)).toBe(15)

  await here.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(here.getByText('Changed meanwhile by kari@nordbygg.example: “Workflows”')).toBeVisible()
  expect(await stored(mei)).toBe(15)
  await here.getByRole('button', { name: 'Keep yours: Role' }).click()
  await here.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(here).toBeHidden()
  // A toast stays visible while the pointer is over it.
  await page.getByRole('button', { name: 'Undo', exact: true }).hover()
  expect(await stored(mei)).toBe(20)
  await expect(page.getByRole('region', { name: 'Recent activity' })).toContainText('“Admin”')
  // A project administrator cannot change who is an administrator.
  await other.reload()
  await expect(other.getByRole('region', { name: 'Recent activity' })).toContainText('“Admin”')
  await expect(other.getByRole('button', { name: 'Change the access of Mei', exact: false })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('Undone', { exact: true })).toBeVisible()
  expect(await stored(mei)).toBe(15)
  await takeScreenshots(page, 'project-home-members')

  await page.getByRole('button', { name: 'Hand over', exact: true }).click()
  const transferOwnership = page.getByRole('dialog', { name: 'Hand over the project' })
  await transferOwnership.getByRole('combobox', { name: 'New owner', exact: true }).fill('kari@')
  await transferOwnership.getByRole('option', { name: /kari@nordbygg.example/ }).click()
  await expectUsableOnEveryWidth(page)
  await transferOwnership.getByRole('button', { name: 'Hand over', exact: true }).click()
  await expect(transferOwnership).toBeHidden()
  expect([await stored('kari@nordbygg.example'), await stored('ola@nordbygg.example')]).toEqual([30, 20])

  await page.getByRole('button', { name: 'Leave project' }).click()
  const leave = page.getByRole('dialog', { name: /^Leave “Barcode Harbour, block 4”/ })
  await leave.getByRole('button', { name: 'Leave project' }).click()
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  expect(await stored('ola@nordbygg.example')).toBeUndefined()
  await expect(page.getByRole('link', { name: /Barcode Harbour, block 4/ })).toHaveCount(0)
  await context.close()
})

test('a project that its owner deletes while another window edits it keeps what was typed and says who it was', async ({
  page,
  browser,
  baseURL,
  product,
}) => {
  const pier = projectId('NB-2124')
  const context = await browser.newContext({ locale: 'en-GB', ...(baseURL && { baseURL }) })
  const other = await context.newPage()
  await signInByApi(page, 'anna@nordbygg.example')
  await signInByApi(other, 'ola@nordbygg.example')
  await page.goto(`/project-${pier}/`)
  await page.getByRole('button', { name: 'Edit project' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit project' })
  await edit.getByLabel('Project name').fill('Oslo Airport, pier D')
  await edit.getByLabel('Description').fill('Typed by Anna')

  await other.goto(`/project-${pier}/`)
  await other.getByRole('button', { name: 'Edit project' }).click()
  const otherPage = other.getByRole('dialog', { name: 'Edit project' })
  await otherPage.getByLabel('Project name').fill('Oslo Airport, pier E')
  await otherPage.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(otherPage).toBeHidden()
  await edit.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(edit.getByText('Changed meanwhile by ola@nordbygg.example: “Oslo Airport, pier E”')).toBeVisible()
  await edit.getByRole('button', { name: 'Keep yours: Project name' }).click()

  await other.getByRole('button', { name: 'Delete project', exact: true }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Delete project', exact: true }).click()
  await expect(other.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  // The form reports it without interaction.
  await expect(edit.getByText('ola@nordbygg.example has deleted this project')).toBeVisible()
  await expect(edit.getByLabel('Description')).toHaveValue('Typed by Anna')
  await expectUsableOnEveryWidth(page)
  const stored = () =>
    queryDatabase(product, 'select name, description, is_inactive from project where id = $1', [pier])
  expect(await stored()).toEqual([{ name: 'Oslo Airport, pier E', description: null, is_inactive: true }])
  await edit.getByRole('button', { name: 'Restore and save' }).click()
  await expect(edit).toBeHidden()
  expect(await stored()).toEqual([{ name: 'Oslo Airport, pier D', description: 'Typed by Anna', is_inactive: false }])
  await context.close()
})

test('on a phone an owner sees whose invitation expired and sends it again, with a net that goes', async ({
  page,
  context,
  product,
}) => {
  const email = 'aage@divers.example'
  await product.invite(email, 'member', { project: 'NB-2064', administrator: 'ola@nordbygg.example' })
  const [mailed] = await product.linksTo(email)
  await queryDatabase(product, `update invitation set expires_at = now() - interval '2 days' where email = $1`, [email])
  await page.setViewportSize({ width: 360, height: 740 })
  await signInByApi(page, 'ola@nordbygg.example')
  await page.goto(`/project-${projectId('NB-2064')}/`)
  const person = page.getByRole('listitem').filter({ hasText: email })
  await expect(person.getByText(/^The invitation expired on/)).toBeVisible()
  await expectUsableOnEveryWidth(page)
  const again = person.getByRole('button', { name: `Send again to ${email}` })
  await context.setOffline(true)
  await again.click()
  await expect(page.getByText('There is no connection to the server.').first()).toBeVisible()
  await context.setOffline(false)
  await again.click()
  await expect(page.getByText(`Sent again to ${email}.`, { exact: false })).toBeVisible()
  await expect(person.getByText(/^Invited on/)).toBeVisible()
  await expect.poll(async () => (await product.linksTo(email))[0]?.href).not.toBe(mailed?.href)
  const stored = await queryDatabase(
    product,
    `select state, (expires_at > now())::text as good, count(*) over ()::text as invitations from invitation where email = $1`,
    [email],
  )
  expect(stored).toEqual([{ state: 'pending', good: 'true', invitations: '1' }])
})
