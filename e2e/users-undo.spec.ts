/// <reference lib="dom" />
import { expect, type Page } from '@playwright/test'
import { fetchResponse } from './fetch-response'
import { expectAccessible, test } from './fixtures'
import { queryDatabase } from './people'
import type { ProductServer } from './server'
import { cellOf, closeToast, grid, openUsers, rowOf, searchProject } from './users-grid'

/** Stored membership of a user with all user-editable attributes; undefined without one. */
async function membership(product: ProductServer, email: string, project: string) {
  const [row] = await queryDatabase(
    product,
    `select to_jsonb(member) - 'id' - 'version' - 'created_at' - 'updated_at' as terms
     from project_member as member join app_user as person on person.id = member.user_id
     join project on project.id = member.project_id where person.email = $1 and project.name like $2`,
    [email, `${project}%`],
  )
  return row?.terms as unknown as { privilege_level: number } | undefined
}

/** Number of mails sent or queued, without those that are scheduled: reminders of end dates, and digests of roles gained some minutes ago. */
async function mails(product: ProductServer): Promise<number> {
  const [row] = await queryDatabase(
    product,
    "select count(*)::text as count from mail where kind not like '%access-ends' and kind <> 'access-gained'",
  )
  return Number(row?.count)
}

const choose = async (page: Page, name: string, project: string, role: string) => {
  await (await cellOf(page, name, project)).dblclick()
  await page.getByRole('menu').getByRole('menuitemradio', { name: role, exact: true }).click()
}

/** Saves a title and a level in the Holmen Swim project in the form of the only listed user. */
async function saveForm(page: Page, name: string, { title, level }: { title: string; level: number }): Promise<void> {
  await rowOf(page, name).locator('[aria-colindex="1"]').click()
  await page.getByRole('button', { name: 'Edit selected', exact: true }).click()
  const form = page.getByRole('dialog', { name: `Edit ${name}` })
  await form.getByLabel('Title').fill(title)
  await form.getByLabel('Search projects').fill('Holmen Swim')
  await form
    .getByRole('combobox', { name: /^Role in Holmen Swim/ })
    .first()
    .selectOption(String(level))
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form).toBeHidden()
}

test('a cell is changed by one request, and its own echo is not read; undone it is exactly what was there', async ({
  page,
  server,
}) => {
  const who = 'noor@elektro.example'
  await queryDatabase(
    server,
    `update project_member as member set access_until = date_trunc('second', now()) + interval '9 days' from app_user as person, project
     where person.id = member.user_id and project.id = member.project_id and person.email = $1
       and project.name like 'Holmen Swim%'`,
    [who],
  )
  await openUsers(page, who)
  await searchProject(page, 'Holmen Swim')
  const cell = await cellOf(page, 'Noor Haddad', 'Holmen')
  await expect(cell).toContainText('User')
  const before = await membership(server, who, 'Holmen Swim')
  expect(before).toMatchObject({ privilege_level: 10 })
  const sent = await mails(server)
  const requested: string[] = []
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname.replace('/mgw/api/v3/', '')
    if (/project-members|change-sets|access-matrix/.test(path)) requested.push(`${request.method()} ${path}`)
  })
  const eventsOpened = page.waitForResponse((response) => response.url().includes('/events'))
  await page.reload()
  await eventsOpened
  await expect(cell).toContainText('User')
  requested.length = 0
  await choose(page, 'Noor Haddad', 'Holmen', 'Workflows')
  await expect(page.getByText('Noor Haddad is “Workflows” in Holmen Swimming Hall')).toBeVisible()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  const undone = page.getByText('Undone', { exact: true })
  await expect(undone).toBeVisible()
  await expect.poll(() => membership(server, who, 'Holmen Swim')).toEqual(before)
  await expect(cell).toContainText('User')
  expect(requested.slice(0, 2)).toEqual(['POST change-sets', expect.stringMatching(/^POST change-sets\/.*\/undo$/)])
  await closeToast(page, 'Undone')

  await choose(page, 'Noor Haddad', 'Holmen', 'None')
  await expect.poll(() => membership(server, who, 'Holmen Swim')).toBeUndefined()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(undone).toBeVisible()
  await expect.poll(() => membership(server, who, 'Holmen Swim')).toEqual(before)
  await expect(cell).toContainText('User')

  await grid(page).focus()
  await page.keyboard.press('Control+Shift+z')
  await expect.poll(() => membership(server, who, 'Holmen Swim')).toBeUndefined()
  await expect(cell).toHaveText('')
  await page.keyboard.press('Control+z')
  await expect.poll(() => membership(server, who, 'Holmen Swim')).toEqual(before)
  await page.keyboard.press('Control+z')
  await expect(page.getByText('Nothing to undo')).toBeVisible()
  expect(await mails(server)).toBe(sent)
})

test('Ctrl-Z pressed at once undoes its own step and no other, each in its turn', async ({ page, server }) => {
  const who = 'noor@elektro.example'
  await openUsers(page, who)
  await page.getByLabel('Search projects').fill('Hall')
  const [hall, concert] = ['Vestby Logistics Hall', 'Hamar Concert Hall'] as const
  const levels = async () =>
    Promise.all([hall, concert].map(async (project) => (await membership(server, who, project))?.privilege_level ?? 0))
  await expect(await cellOf(page, 'Noor Haddad', concert)).toBeVisible()
  const before = await levels()
  const role = before.includes(20) ? 'Workflows' : 'Admin'
  const level = role === 'Admin' ? 20 : 15
  // The first change is answered after the second.
  let isSecondAnswered = () => {}
  const second = new Promise<void>((resolve) => {
    isSecondAnswered = resolve
  })
  const answered: string[] = []
  let sent = 0
  await page.route('**/mgw/api/v3/change-sets', async (route) => {
    sent += 1
    const isFirst = sent === 1
    if (isFirst) await second
    await route.fulfill({ response: await fetchResponse(route) })
    answered.push(isFirst ? hall : concert)
    if (!isFirst) isSecondAnswered()
  })
  await choose(page, 'Noor Haddad', hall, role)
  await choose(page, 'Noor Haddad', concert, role)
  // Immediately, while both changes may still be in flight.
  await grid(page).focus()
  await page.keyboard.press('Control+z')
  await expect.poll(levels).toEqual([level, before[1]])
  expect(answered).toEqual([concert, hall])
  await page.keyboard.press('Control+z')
  await expect.poll(levels).toEqual(before)
})

test('the form of a person and the options of a member are in the list that Ctrl-Z and Ctrl-Shift-Z walk', async ({
  page,
  server,
}) => {
  const who = 'noor@elektro.example'
  const stored = () =>
    queryDatabase(
      server,
      `select profile.title, profile.phone, coalesce(member.privilege_level, 0)::int as level,
         coalesce(member.providers, '{}') as providers
       from app_user as person join customer_user_profile as profile on profile.user_id = person.id
       join project on project.name like 'Holmen Swim%'
       left join project_member as member on member.user_id = person.id and member.project_id = project.id
       where person.email = $1`,
      [who],
    )
  const [before] = await stored()
  const level = Number(before?.level) === 15 ? 20 : 15
  await openUsers(page, who)
  await page.getByLabel('Search projects').fill('Holmen')
  await saveForm(page, 'Noor Haddad', { title: 'Site electrician', level })
  const saved = { ...before, title: 'Site electrician', level }
  expect(await stored()).toEqual([saved])

  await (await cellOf(page, 'Noor Haddad', 'Holmen Swim')).click()
  await page.getByRole('button', { name: 'Options', exact: true }).click()
  const options = page.getByRole('dialog', { name: /^Noor Haddad in Holmen/ })
  await options.getByRole('checkbox', { name: 'Email and password', exact: true }).click()
  await options.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(options).toBeHidden()
  const [withOptions] = await stored()
  expect(withOptions).not.toEqual(saved)

  await grid(page).focus()
  await page.keyboard.press('Control+z')
  await expect.poll(stored).toEqual([saved])
  await page.keyboard.press('Control+Shift+Z')
  await expect.poll(stored).toEqual([withOptions])
  await page.keyboard.press('Control+z')
  await expect.poll(stored).toEqual([saved])
  // The previous step is the form's: profile and role together.
  await page.keyboard.press('Control+z')
  await expect.poll(stored).toEqual([before])
})

test('what a form saved is undone by its toast, profile and role at once, and done again', async ({ page, server }) => {
  const who = 'mei@nordbygg.example'
  const stored = () =>
    queryDatabase(
      server,
      `select profile.title, coalesce(member.privilege_level, 0)::int as level
       from app_user as person join customer_user_profile as profile on profile.user_id = person.id
       join project on project.name like 'Holmen Swim%'
       left join project_member as member on member.user_id = person.id and member.project_id = project.id
       where person.email = $1`,
      [who],
    )
  const before = await stored()
  const level = Number(before[0]?.level) === 15 ? 20 : 15
  await openUsers(page, who)
  await saveForm(page, 'Mei Zhang', { title: 'Head of models', level })
  expect(await stored()).toEqual([{ title: 'Head of models', level }])
  await page.getByRole('status').getByRole('button', { name: 'Undo', exact: true }).last().click()
  await expect.poll(stored).toEqual(before)
  await grid(page).focus()
  await page.keyboard.press('Control+Shift+Z')
  await expect.poll(stored).toEqual([{ title: 'Head of models', level }])
  await page.keyboard.press('Control+z')
  await expect.poll(stored).toEqual(before)
})

test('a cell that somebody else changed meanwhile is refused with both values, in the cell', async ({
  page,
  browser,
  baseURL,
  server,
}) => {
  const who = 'hiro@kozo.example'
  await openUsers(page, who)
  await searchProject(page, 'Sandvika')
  const cell = await cellOf(page, 'Hiro Tanabe', 'Sandvika')
  await expect(cell).toBeVisible()
  // It receives no events from the other window, so it works on stale data.
  await page.route('**/mgw/api/v3/events**', (route) => route.abort())
  await page.reload()
  await expect(cell).toBeVisible()
  const other = await browser.newContext({ ...(baseURL && { baseURL }), locale: 'en-GB' })
  const second = await other.newPage()
  await openUsers(second, who)
  await searchProject(second, 'Sandvika')
  const level = async () => (await membership(server, who, 'Sandvika'))?.privilege_level ?? 0
  const before = await level()
  await choose(second, 'Hiro Tanabe', 'Sandvika', 'Workflows')
  await expect.poll(level).toBe(15)
  await choose(page, 'Hiro Tanabe', 'Sandvika', 'Admin')
  await expect(cell).toContainText('Somebody else made this “Workflows” meanwhile. Your “Admin” was not saved.')
  await expect(cell.locator('[data-role=workflows]')).toBeVisible()
  await expect(cell.locator('s')).toHaveText('Admin')
  await expect(page.getByRole('alert')).toContainText('Your “Admin” was not saved.')
  expect(await level()).toBe(15)
  await expectAccessible(page)
  // Choosing again starts from the current value.
  await choose(page, 'Hiro Tanabe', 'Sandvika', 'Admin')
  await expect.poll(level).toBe(20)
  await expect(cell).toHaveText('Admin')
  // The other user's step cannot be undone on top of it.
  const left = second.getByRole('dialog', { name: 'Undo what is left?' })
  // After cancelling, it is still the step that the keyboard shortcut undoes.
  for (let times = 0; times < 2; times++) {
    await grid(second).focus()
    await second.keyboard.press('Control+z')
    await expect(left).toContainText('stays as it is now')
    await second.keyboard.press('Escape')
    await expect(left).toHaveCount(0)
  }
  expect(await level()).toBe(20)
  await grid(page).focus()
  await page.keyboard.press('Control+z')
  await expect.poll(level).toBe(15)
  expect([0, 10, 15]).toContain(before)
  await other.close()
})

test('an undo that has to be asked about is told to whoever has left the screen, and asked about where it was done', async ({
  page,
  server,
}) => {
  const who = 'hiro@kozo.example'
  const level = async () => (await membership(server, who, 'Sandvika'))?.privilege_level ?? 0
  await openUsers(page, who)
  await searchProject(page, 'Sandvika')
  const [role, newLevel] = (await level()) === 15 ? (['User', 10] as const) : (['Workflows', 15] as const)
  await choose(page, 'Hiro Tanabe', 'Sandvika', role)
  await expect.poll(level).toBe(newLevel)
  const undo = page.getByRole('button', { name: 'Undo', exact: true })
  // The toast stays while the pointer is over it, however long the other screen takes.
  await undo.hover()
  await queryDatabase(
    server,
    `update project_member as member set privilege_level = 20, version = member.version + 1 from app_user as person, project
     where person.id = member.user_id and project.id = member.project_id and person.email = $1 and project.name like 'Sandvika%'`,
    [who],
  )
  await page.getByRole('navigation').getByRole('link', { name: 'Organizations', exact: true }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Organizations', level: 1 })).toBeVisible()
  await undo.click()
  await expect(page.getByText('Undo it once more on the screen where it was changed.')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await level()).toBe(20)
  await page.getByRole('navigation').getByRole('link', { name: 'Users', exact: true }).click()
  await grid(page).focus()
  await page.keyboard.press('Control+z')
  await expect(page.getByRole('dialog', { name: 'Undo what is left?' })).toContainText('stays as it is now')
})

test('somebody who was added, the login methods of a project and an organization are undone by their toasts and by the list', async ({
  page,
  server,
}) => {
  const email = 'wren@undone.example'
  const added = () =>
    queryDatabase(
      server,
      `select coalesce(person.home_customer_id is not null, false)::text as here, profile.title,
         (select count(*)::int from project_member as member where member.user_id = person.id) as roles
       from app_user as person left join customer_user_profile as profile on profile.user_id = person.id
       where person.email = $1`,
      [email],
    )
  const methods = async () =>
    (await queryDatabase(server, "select providers::text from project where name like 'Holmen Swim%'"))[0]?.providers
  const organization = () =>
    queryDatabase(server, "select industry from user_organization where name like 'Møller & Sønner Graving'")
  const undoInToast = () => page.getByRole('status').getByRole('button', { name: 'Undo', exact: true }).last().click()
  const undoFromMenu = async (item: string) => {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }

  await openUsers(page)
  await undoFromMenu('Add a user')
  const form = page.getByRole('dialog', { name: 'Add a user' })
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Title').fill('Site manager')
  await form.getByLabel('Search projects').fill('Holmen Swim')
  await form
    .getByRole('combobox', { name: /^Role in Holmen Swim/ })
    .first()
    .selectOption('15')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(form).toBeHidden()
  expect(await added()).toEqual([{ here: 'true', title: 'Site manager', roles: 1 }])
  await undoInToast()
  // A mail has been sent and cannot be recalled; the dialog says so first.
  const confirmation = page.getByRole('dialog', { name: 'Undo the invitations?' })
  await expect(confirmation.getByText('cannot be called back', { exact: false })).toBeVisible()
  await expectAccessible(page)
  // The toast that opened the dialog stays inside it until it has faded.
  const undo = confirmation.getByRole('button', { name: 'Undo', exact: true })
  await expect(undo).toHaveCount(1)
  await undo.click()
  await expect.poll(added).toEqual([{ here: 'false', title: null, roles: 0 }])

  const before = await methods()
  await undoFromMenu('Login methods of a project')
  const access = page.getByRole('dialog', { name: /^Login methods of/ })
  await access.getByRole('combobox', { name: 'Project', exact: true }).fill('Holmen Swim')
  await page.getByRole('option', { name: /^Holmen Swim/ }).click()
  await access.getByRole('checkbox', { name: 'Email and password', exact: true }).click()
  await access.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(access).toBeHidden()
  const chosen = await methods()
  expect(chosen).not.toEqual(before)

  // One history for the whole console: first what the organization form saved, then the step of the other screen.
  await page.getByRole('link', { name: 'Organizations', exact: true }).first().click()
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: /^Møller & Sønner/ }) })
  await row.locator('[aria-colindex="1"]').click()
  const [was] = await organization()
  await page.getByRole('button', { name: 'Edit selected', exact: true }).click()
  const edit = page.getByRole('dialog', { name: /^Edit Møller/ })
  await edit.getByLabel('Industry').fill('Groundworks')
  await edit.getByRole('button', { name: 'OK', exact: true }).click()
  await expect(edit).toBeHidden()
  expect(await organization()).toEqual([{ industry: 'Groundworks' }])
  // Pressing it twice undoes only once.
  const undone: string[] = []
  page.on('request', (request) => request.url().endsWith('/undo') && undone.push(request.url()))
  await page.getByRole('status').getByRole('button', { name: 'Undo', exact: true }).last().dblclick()
  await expect.poll(organization).toEqual([was])
  expect(undone).toHaveLength(1)
  await page.getByRole('grid', { name: 'Organizations' }).focus()
  await page.keyboard.press('Control+Shift+Z')
  await expect.poll(organization).toEqual([{ industry: 'Groundworks' }])
  await page.keyboard.press('Control+z')
  await expect.poll(organization).toEqual([was])
  await page.keyboard.press('Control+z')
  await expect.poll(methods).toEqual(before)
})
