/// <reference lib="dom" />
import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible, test } from './fixtures'
import { queryDatabase, signInByApi, signInWithPassword } from './people'

/** A text field whose label starts with this text. */
const text = (at: Page | Locator, label: string) => at.getByRole('textbox', { name: new RegExp(`^${label}`) })

const organizations = (page: Page) => page.getByRole('grid', { name: 'Organizations' })

/** Opens the form of the first organization found. */
async function openOrganization(page: Page, name: string) {
  await signInByApi(page, 'anna@nordbygg.example')
  await page.goto(`/organizations?search=${encodeURIComponent(name)}`)
  await organizations(page).locator('[data-row="0"] [role=rowheader]').dblclick()
  const form = page.getByRole('dialog', { name: new RegExp(`^Edit ${name}`) })
  await expect(text(form, 'Name')).toHaveValue(name)
  return form
}

const storedOrganization = `select name, number, country, external_id as "externalId" from user_organization where name = $1`

test('an organization that two have open: untouched fields follow, typed ones stay and say by whom they were changed', async ({
  page,
  browser,
  baseURL,
  server,
}) => {
  const other = await browser.newPage({ ...(baseURL && { baseURL }) })
  const [ownForm, otherForm] = [
    await openOrganization(page, 'Site visitors'),
    await openOrganization(other, 'Site visitors'),
  ]
  await text(ownForm, 'Country').fill('SE')
  await text(otherForm, 'Number').fill('900100200')
  await text(otherForm, 'Country').fill('DK')
  await otherForm.getByRole('button', { name: 'OK', exact: true }).click()
  await expect(otherForm).toBeHidden()
  await expect(text(ownForm, 'Number')).toHaveValue('900100200')
  await expect(ownForm.getByText('Changed meanwhile by anna@nordbygg.example: “DK”')).toBeVisible()
  await expect(text(ownForm, 'Country')).toHaveValue('SE')
  await text(ownForm, 'External id').fill('SV-1')

  await ownForm.getByRole('button', { name: 'OK', exact: true }).click()
  await ownForm.getByRole('button', { name: 'Take theirs: Country' }).click()
  await expect(text(ownForm, 'Country')).toHaveValue('DK')
  await ownForm.getByRole('button', { name: 'OK', exact: true }).click()
  await expect(ownForm).toBeHidden()
  expect(await queryDatabase(server, storedOrganization, ['Site visitors'])).toEqual([
    { name: 'Site visitors', number: '900100200', country: 'DK', externalId: 'SV-1' },
  ])
  await other.close()
})

test('an organization that is deleted or cannot be read while it is typed into keeps what was typed', async ({
  page,
  server,
}) => {
  const ownForm = await openOrganization(page, 'Site visitors')
  await text(ownForm, 'Country').fill('FI')
  const list = '**/mgw/api/v3/user-organizations?**'
  await page.route(list, (route) =>
    route.fulfill({ status: 403, json: { errors: [{ status: '403', code: 'forbidden', title: '', detail: '' }] } }),
  )
  const failed = page.waitForResponse((response) => response.url().includes('/user-organizations?'))
  const reopened = await page.context().newPage()
  const otherForm = await openOrganization(reopened, 'Site visitors')
  await text(otherForm, 'Number').fill('900100201')
  await otherForm.getByRole('button', { name: 'OK', exact: true }).click()
  await expect(otherForm).toBeHidden()
  await (await failed).finished()
  await expect(text(ownForm, 'Country')).toHaveValue('FI')
  await page.unroute(list)

  await openOrganization(reopened, 'Site visitors')
  await reopened.getByRole('button', { name: 'Delete', exact: true }).click()
  await reopened.getByRole('button', { name: 'Delete organization' }).click()
  await expect(ownForm.getByText('anna@nordbygg.example has deleted this organization')).toBeVisible()
  await expect(text(ownForm, 'Country')).toHaveValue('FI')
  await expectAccessible(page)
  await ownForm.getByRole('button', { name: 'Add it again' }).click()
  await expect(ownForm).toBeHidden()
  expect(await queryDatabase(server, storedOrganization, ['Site visitors'])).toMatchObject([{ country: 'FI' }])
})

test('a form goes on where the same person signs in again in this browser: what was typed stays, and is saved', async ({
  page,
  server,
}) => {
  const form = await openOrganization(page, 'Site visitors')
  const [before] = await queryDatabase(server, storedOrganization, ['Site visitors'])
  await text(form, 'External id').fill('SV-2')
  // The session of the page ends with this sign-in, of which no other page tells it.
  await signInByApi(page, 'anna@nordbygg.example')
  await form.getByRole('button', { name: 'OK', exact: true }).click()
  await expect(form).toBeHidden()
  expect(await queryDatabase(server, storedOrganization, ['Site visitors'])).toEqual([
    { ...before, externalId: 'SV-2' },
  ])
  expect(new URL(page.url()).pathname).toBe('/organizations')
})

test('typed work is not left by Escape, a click beside it, Back or a link without a question; Cancel leaves at once', async ({
  page,
  server,
}) => {
  await signInByApi(page, 'anna@nordbygg.example')
  await page.goto('/dashboard')
  const name = 'Betongpumpe Øst'
  await page
    .getByRole('main')
    .getByRole('list')
    .getByRole('link', { name: /^Organizations/ })
    .click()
  await page.getByLabel('Search organizations').fill('Betongpumpe')
  const row = organizations(page).locator('[data-row="0"] [role=rowheader]')
  const form = page.getByRole('dialog', { name: new RegExp(`^Edit ${name}`) })
  const confirmation = page.getByRole('dialog', { name: 'Leave without saving?' })
  const external = text(form, 'External id')
  await row.filter({ hasText: name }).dblclick()
  await expect(form).toBeVisible()
  // Without input there is no confirmation.
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
  await row.dblclick()
  await external.fill('half a thought')
  const before = await queryDatabase(server, storedOrganization, [name])
  for (const leave of [
    () => page.keyboard.press('Escape'),
    // After Escape, which is no user activation, a browser would close the dialog without asking it.
    async () => {
      for (let press = 1; press <= 3; press += 1) await page.keyboard.press('Escape')
    },
    // The key is held down.
    async () => {
      for (let repeat = 0; repeat < 3; repeat += 1) await page.keyboard.down('Escape')
      await page.keyboard.up('Escape')
    },
    // As the browser closes it when it does not ask.
    () => form.evaluate((dialog) => (dialog as HTMLDialogElement).close()),
    () => page.mouse.click(4, 4),
    () => page.evaluate(() => history.back()),
  ]) {
    await leave()
    await expect(confirmation).toBeVisible()
    await confirmation.getByRole('button', { name: 'Cancel', exact: true }).click()
    await expect(confirmation).toBeHidden()
    await expect(external).toBeVisible()
    await expect(external).toHaveValue('half a thought')
  }
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(form).toBeHidden()
  await row.dblclick()
  await external.fill('another half')
  await page.keyboard.press('Escape')
  await confirmation.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(form).toBeHidden()
  expect(await queryDatabase(server, storedOrganization, [name])).toEqual(before)
})

test('one’s own profile in two windows: a title typed here leaves the phone alone that was saved there', async ({
  page,
  context,
  server,
}) => {
  await signInWithPassword(page, 'ola@nordbygg.example')
  await page.goto('/user-profile')
  await text(page, 'Title').fill('Managing director')
  const other = await context.newPage()
  await other.goto('/user-profile')
  await text(other, 'Phone').fill('+47 900 11 222')
  await other.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(other.getByText('Your profile is saved.')).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Your profile is saved.')).toBeVisible()
  await expect(text(page, 'Phone')).toHaveValue('+47 900 11 222')
  expect(
    await queryDatabase(server, 'select title, phone from app_user where email = $1', ['ola@nordbygg.example']),
  ).toEqual([{ title: 'Managing director', phone: '+47 900 11 222' }])
})

const usersGrid = (page: Page) => page.getByRole('grid', { name: 'Users and their roles in projects' })

/** Opens the form of Jonas Ruud. */
async function openJonas(page: Page) {
  await signInByApi(page, 'anna@nordbygg.example')
  await page.goto('/users?user=jonas@nordbygg')
  await usersGrid(page).locator('[data-row="0"] [aria-colindex="1"]').click()
  await page.getByRole('button', { name: 'Edit selected', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Edit Jonas Ruud' })
  await expect(text(form, 'Type')).toBeVisible()
  return form
}

const storedProfile = `select profile.title, profile.phone, profile.type from customer_user_profile as profile
  join app_user as person on person.id = profile.user_id where person.email = 'jonas@nordbygg.example'`
const storedRole = `select member.privilege_level::int as level, member.expiration_date is null as "isEndless", member.providers
  from project_member as member join app_user as person on person.id = member.user_id
  join project on project.id = member.project_id where person.email = $1 and project.name like $2`

test('a person whom two have open: profile and roles are saved over what the other saved, in one step', async ({
  page,
  browser,
  baseURL,
  server,
}) => {
  const other = await browser.newPage({ ...(baseURL && { baseURL }) })
  const [ownForm, otherForm] = [await openJonas(page), await openJonas(other)]
  await text(ownForm, 'Title').fill('Cost planner')
  await text(ownForm, 'Type').fill('Coordinator')
  await ownForm.getByLabel('Search projects').fill('Ullev')
  await ownForm
    .getByRole('combobox', { name: /^Role in Ullevål Clinic/ })
    .first()
    .selectOption({ label: 'Guest' })
  await ownForm
    .getByRole('button', { name: /^Options in Ullevål Clinic/ })
    .first()
    .click()
  await ownForm.getByRole('checkbox', { name: 'Email and password', exact: true }).check()
  await expectAccessible(page)

  await text(otherForm, 'Phone').fill('+47 22 33 44 55')
  await text(otherForm, 'Type').fill('Planner')
  await otherForm.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(otherForm).toBeHidden()
  await expect(text(ownForm, 'Phone')).toHaveValue('+47 22 33 44 55')
  await expect(ownForm.getByText('Changed meanwhile by anna@nordbygg.example: “Planner”')).toBeVisible()

  await ownForm.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(ownForm.getByRole('group', { name: 'Type' })).toContainText('“Coordinator”')
  await expectAccessible(page)
  expect(await queryDatabase(server, storedProfile)).toEqual([
    { title: 'Cost engineer', phone: '+47 22 33 44 55', type: 'Planner' },
  ])
  await ownForm.getByRole('button', { name: 'Keep yours: Type' }).click()
  await ownForm.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(ownForm).toBeHidden()
  expect(await queryDatabase(server, storedProfile)).toEqual([
    { title: 'Cost planner', phone: '+47 22 33 44 55', type: 'Coordinator' },
  ])
  expect(await queryDatabase(server, storedRole, ['jonas@nordbygg.example', 'Ullevål Clinic%'])).toEqual([
    { level: 5, isEndless: true, providers: ['COGNITO'] },
  ])
  await other.close()
})

test('the form of a person stays as it is when reading it again fails', async ({ page, browser, baseURL, server }) => {
  const other = await browser.newPage({ ...(baseURL && { baseURL }) })
  const [ownForm, otherForm] = [await openJonas(page), await openJonas(other)]
  await text(ownForm, 'Title').fill('Estimator')
  const profiles = '**/mgw/api/v3/customer-user-profiles?**'
  const refetched = page.waitForResponse(profiles)
  await page.route(profiles, (route) =>
    route.fulfill({ status: 403, json: { errors: [{ status: '403', code: 'forbidden', title: '', detail: '' }] } }),
  )
  await text(otherForm, 'Phone').fill('+47 22 33 44 66')
  await otherForm.getByRole('button', { name: 'Save', exact: true }).click()
  await (await refetched).finished()
  await expect(text(ownForm, 'Title')).toHaveValue('Estimator')
  await page.unroute(profiles)
  await ownForm.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(ownForm).toBeHidden()
  expect(await queryDatabase(server, storedProfile)).toMatchObject([{ title: 'Estimator', phone: '+47 22 33 44 66' }])
  await other.close()
})

test('a profile that a program deletes under the open form keeps what was typed, says by whom, and is added again by a save', async ({
  page,
  browser,
  baseURL,
  server,
}) => {
  const ownForm = await openJonas(page)
  await text(ownForm, 'Title').fill('Site manager')
  const [profile] = await queryDatabase(
    server,
    `select profile.id from customer_user_profile as profile join app_user as person on person.id = profile.user_id
      where person.email = 'jonas@nordbygg.example'`,
  )
  const other = await browser.newPage({ ...(baseURL && { baseURL }) })
  const firstRequest = other.waitForRequest((request) => request.headers().authorization !== undefined)
  await signInByApi(other, 'astrid@nordbygg.example')
  await other.goto('/users')
  const { authorization = '' } = (await firstRequest).headers()
  const deleted = await other.request.delete(`/mgw/api/v3/customer-user-profiles/${profile?.id}`, {
    headers: { authorization },
    maxRetries: 1,
  })
  expect(deleted.status()).toBe(204)
  expect(await queryDatabase(server, storedProfile)).toEqual([])

  await expect(
    ownForm.getByText('Somebody else has removed this meanwhile: the profile – astrid@nordbygg.example'),
  ).toBeVisible()
  await expect(ownForm.getByText('What you typed is still here.')).toBeVisible()
  await expect(text(ownForm, 'Title')).toHaveValue('Site manager')
  await expectAccessible(page)
  await ownForm.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(ownForm).toBeHidden()
  expect(await queryDatabase(server, storedProfile)).toMatchObject([{ title: 'Site manager' }])
  await other.close()
})

/** Opens the options of Noor in Holmen Swim. */
async function openNoor(page: Page) {
  await signInByApi(page, 'anna@nordbygg.example')
  await page.goto('/users?user=noor@elektro&project=Holmen%20Swim')
  await usersGrid(page)
    .getByRole('gridcell', { name: /User|Admin|Workflows/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Options', exact: true }).click()
  const form = page.getByRole('dialog', { name: /^Noor Haddad in Holmen/ })
  await expect(form.getByRole('combobox', { name: 'Role', exact: true })).toBeVisible()
  return form
}

test('the options of a member who is removed meanwhile keep what was typed, and a save adds the person again', async ({
  page,
  browser,
  baseURL,
  server,
}) => {
  const other = await browser.newPage({ ...(baseURL && { baseURL }) })
  const [ownForm, otherForm] = [await openNoor(page), await openNoor(other)]
  const noor = ['noor@elektro.example', 'Holmen Swim%']
  await ownForm.getByRole('combobox', { name: 'Role', exact: true }).selectOption({ label: 'Admin' })
  await ownForm.getByRole('checkbox', { name: 'Email and password', exact: true }).check()
  await otherForm.getByRole('combobox', { name: 'Role', exact: true }).selectOption({ label: 'None' })
  await otherForm.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(otherForm).toBeHidden()
  expect(await queryDatabase(server, storedRole, noor)).toEqual([])
  await expect(ownForm.getByText('anna@nordbygg.example has removed this person from the project')).toBeVisible()
  await expect(ownForm.getByRole('combobox', { name: 'Role', exact: true })).toHaveValue('20')
  await expectAccessible(page)
  await ownForm.getByRole('button', { name: 'Add again' }).click()
  await expect(ownForm).toBeHidden()
  expect(await queryDatabase(server, storedRole, noor)).toEqual([
    { level: 20, isEndless: true, providers: ['COGNITO'] },
  ])

  // Two concurrent role changes: the user chooses one of them, which is stored.
  const [ownOptions, otherOptions] = [await openNoor(page), await openNoor(other)]
  await ownOptions.getByRole('combobox', { name: 'Role', exact: true }).selectOption({ label: 'Workflows' })
  await otherOptions.getByRole('combobox', { name: 'Role', exact: true }).selectOption({ label: 'User' })
  await otherOptions.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(otherOptions).toBeHidden()
  await expect(ownOptions.getByText('Changed meanwhile by anna@nordbygg.example: “User”')).toBeVisible()
  await ownOptions.getByRole('button', { name: 'Save', exact: true }).click()
  await ownOptions.getByRole('button', { name: 'Take theirs: Role' }).click()
  await expect(ownOptions.getByRole('combobox', { name: 'Role', exact: true })).toHaveValue('10')
  await ownOptions.getByRole('checkbox', { name: 'Email and password', exact: true }).uncheck()
  await ownOptions.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(ownOptions).toBeHidden()
  expect(await queryDatabase(server, storedRole, noor)).toEqual([{ level: 10, isEndless: true, providers: [] }])
  // Saving a form can be undone like any other change, which restores the previous state.
  await page.getByRole('status').getByRole('button', { name: 'Undo', exact: true }).last().click()
  await expect(page.getByText('Undone', { exact: true })).toBeVisible()
  expect(await queryDatabase(server, storedRole, noor)).toEqual([
    { level: 10, isEndless: true, providers: ['COGNITO'] },
  ])
  await other.close()
})

test('a membership that is removed under the open form of its person is said by whom, and a save adds it again', async ({
  page,
  browser,
  baseURL,
  server,
}) => {
  const noor = ['noor@elektro.example', 'Holmen Swim%']
  await signInByApi(page, 'anna@nordbygg.example')
  await page.goto('/users?user=noor@elektro')
  await usersGrid(page).locator('[data-row="0"] [aria-colindex="1"]').click()
  await page.getByRole('button', { name: 'Edit selected', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Edit Noor Haddad' })
  await form.getByLabel('Search projects').fill('Holmen Swim')
  const role = form.getByRole('combobox', { name: /^Role in Holmen Swim/ }).first()
  const before = await role.inputValue()
  const other = await browser.newPage({ ...(baseURL && { baseURL }) })
  const remove = async () => {
    const options = await openNoor(other)
    await options.getByRole('combobox', { name: 'Role', exact: true }).selectOption({ label: 'None' })
    await options.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(options).toBeHidden()
  }

  // Fields without input follow the stored value.
  await remove()
  // The toast stays while the pointer is over it, however long the other window takes.
  await other.getByRole('status').getByRole('button', { name: 'Undo', exact: true }).last().hover()
  await expect(role).toHaveValue('0')
  await other.getByRole('status').getByRole('button', { name: 'Undo', exact: true }).last().click()
  await expect(role).toHaveValue(before)

  const chosenRole = before === '20' ? '15' : '20'
  await role.selectOption(chosenRole)
  await text(form, 'Title').fill('Fitter')
  await remove()
  await expect(
    form.getByText(/Somebody else has removed this meanwhile: Holmen Swim.* – anna@nordbygg\.example/),
  ).toBeVisible()
  expect(await queryDatabase(server, storedRole, noor)).toEqual([])
  await expect(role).toHaveValue(chosenRole)
  await expect(text(form, 'Title')).toHaveValue('Fitter')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form).toBeHidden()
  expect(await queryDatabase(server, storedRole, noor)).toMatchObject([{ level: Number(chosenRole) }])
  await other.close()
})

test('an end date that two have typed is told by whom it was saved, in the options and in the form of the person', async ({
  page,
  browser,
  baseURL,
  server,
}) => {
  const other = await browser.newPage({ ...(baseURL && { baseURL }) })
  const [ownForm, otherForm] = [await openNoor(page), await openNoor(other)]
  const storedEndDate = () =>
    queryDatabase(
      server,
      `select to_char(member.access_until at time zone 'Europe/Oslo' - interval '1 second', 'YYYY-MM-DD') as day
       from project_member as member join app_user as person on person.id = member.user_id
       join project on project.id = member.project_id
       where person.email = 'noor@elektro.example' and project.name like 'Holmen Swim%'`,
    )
  await text(ownForm, 'End date').fill('2099-03-31')
  await text(otherForm, 'End date').fill('2099-06-30')
  await otherForm.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(otherForm).toBeHidden()
  await expect(ownForm.getByText('Changed meanwhile by anna@nordbygg.example: “2099-06-30”')).toBeVisible()
  await expect(text(ownForm, 'End date')).toHaveValue('2099-03-31')
  await ownForm.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(ownForm.getByRole('group', { name: 'End date' })).toContainText('anna@nordbygg.example')
  expect(await storedEndDate()).toEqual([{ day: '2099-06-30' }])
  await ownForm.getByRole('button', { name: 'Take theirs: End date' }).click()
  await ownForm.getByRole('button', { name: 'Cancel', exact: true }).click()

  await page.getByLabel('Search projects').fill('')
  await usersGrid(page).locator('[data-row="0"] [aria-colindex="1"]').click()
  await page.getByRole('button', { name: 'Edit selected', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Edit Noor Haddad' })
  await form.getByLabel('Search projects').fill('Holmen Swim')
  await form
    .getByRole('button', { name: /^Options in Holmen Swim/ })
    .first()
    .click()
  await text(form, 'End date').fill('2099-01-31')
  const reopened = await openNoor(other)
  await text(reopened, 'End date').fill('2099-09-30')
  await reopened.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(reopened).toBeHidden()
  await expect(form.getByText('Changed meanwhile by anna@nordbygg.example: “2099-09-30”')).toBeVisible()
  expect(await storedEndDate()).toEqual([{ day: '2099-09-30' }])
  await other.close()
})

test('an invitation that is half written is not lost by Escape; a guest without an end is invited', async ({
  page,
  server,
}) => {
  await signInByApi(page, 'anna@nordbygg.example')
  await page.goto('/users')
  await expect(usersGrid(page).locator('[data-row="0"]')).toBeVisible()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page
    .getByRole('menuitem', { name: /^Invite/ })
    .first()
    .click()
  const form = page.getByRole('dialog', { name: 'Invite to a project' })
  await form.getByLabel('Email addresses').fill('visitor@partner.example')
  await page.keyboard.press('Escape')
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Cancel', exact: true })
    .click()
  await expect(form.getByLabel('Email addresses')).toHaveValue('visitor@partner.example')
  await form.getByRole('combobox', { name: 'Project', exact: true }).click()
  await form
    .getByRole('option', { name: /^Ullevål Clinic/ })
    .first()
    .click()
  await form.getByRole('combobox', { name: 'Role', exact: true }).selectOption({ label: 'Guest' })
  await form.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(form).toBeHidden()
  expect(await queryDatabase(server, storedRole, ['visitor@partner.example', 'Ullevål Clinic%'])).toMatchObject([
    { level: 5, isEndless: true },
  ])
})
