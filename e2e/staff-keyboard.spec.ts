import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible, test } from './fixtures'
import { queryDatabase, signInAsStaff, tabTo } from './people'

const ok = (page: Page) => page.getByRole('button', { name: 'OK', exact: true })

/** Tabs to a control and presses a key. */
async function tabAndPress(page: Page, control: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, control)
  await page.keyboard.press(key)
}

/** Tabs to a field and replaces its text. */
async function tabAndType(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

/** Searches a grid for one record and opens its form with Enter on the row. */
async function openFoundRecord(page: Page, grid: string, search: string, name: string): Promise<void> {
  // A saved form closes shortly after the confirmation.
  await expect(page.getByRole('grid', { name: grid })).toBeVisible()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox').first()).toBeFocused()
  await page.keyboard.type(search)
  await expect(page.getByRole('grid', { name: grid }).locator('[aria-rowindex="2"]')).toContainText(name)
  await tabTo(page, page.getByRole('grid', { name: grid }))
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('Enter')
}

test('a customer is made, changed, put back and deleted by keyboard alone', async ({ page, server }) => {
  await signInAsStaff(page, server)
  await page.goto('/customers')
  await expect(page.getByRole('grid', { name: 'Customers' }).locator('[data-row="0"]')).toBeVisible()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(help.getByText('Open the record')).toBeVisible()
  await expect(help.getByText('Copy and paste')).toHaveCount(0)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await tabAndPress(page, page.getByRole('button', { name: 'New customer' }))
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await page.keyboard.type('Kystbygg')
  const zone = page.getByRole('combobox', { name: 'Time zone' })
  await tabAndType(page, zone, 'Europe/Copen')
  await page.keyboard.press('Enter')
  await tabAndType(page, page.getByRole('combobox', { name: 'Key account manager' }), 'Kim')
  await page.keyboard.press('Enter')
  await tabAndType(
    page,
    page.getByRole('group', { name: 'Customer administrators' }).getByLabel('Email to add'),
    'sven@vvsteknik.example',
  )
  await page.keyboard.press('Enter')
  await tabAndPress(page, page.getByRole('checkbox', { name: 'Email, password and two-step verification' }), 'Space')
  await tabAndPress(page, ok(page))
  await expect(page.getByText('Kystbygg is added.')).toBeVisible()
  const stored = (name: string) =>
    queryDatabase(
      server,
      `select customer.name, customer.time_zone, customer.providers::text, manager.email as kam, customer.base_url,
         (select string_agg(email, ',') from customer_admin join app_user on id = user_id where customer_id = customer.id) as admins
       from customer left join app_user as manager on manager.id = kam_id where customer.name = $1`,
      [name],
    )
  const created = {
    ...{ name: 'Kystbygg', time_zone: 'Europe/Copenhagen', providers: '{COGNITO_MFA}', base_url: null },
    ...{ kam: 'kim@lintel.example', admins: 'sven@vvsteknik.example' },
  }
  expect(await stored('Kystbygg')).toEqual([created])

  await openFoundRecord(page, 'Customers', 'kystbygg', 'Kystbygg')
  await expect(page.getByRole('heading', { name: 'Kystbygg', level: 1 })).toBeVisible()
  await tabAndType(page, page.getByLabel('Base URL'), 'https://kystbygg.example/')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Kystbygg is saved.')).toBeVisible()
  expect(await stored('Kystbygg')).toEqual([{ ...created, base_url: 'https://kystbygg.example/' }])
  await tabAndPress(page, page.getByRole('button', { name: 'Undo', exact: true }).last())
  await expect(page.getByText('Undone')).toBeVisible()
  expect(await stored('Kystbygg')).toEqual([created])

  await openFoundRecord(page, 'Customers', 'kystbygg', 'Kystbygg')
  await tabAndPress(page, page.getByRole('button', { name: 'Delete customer', exact: true }))
  const confirmation = page.getByRole('dialog', { name: 'Do you really want to delete this customer?' })
  await expect(confirmation).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(confirmation).toBeHidden()
  await expect(page.getByRole('button', { name: 'Delete customer', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await tabAndPress(page, confirmation.getByRole('button', { name: 'Delete customer', exact: true }))
  await expect(page.getByText('Kystbygg is deleted.')).toBeVisible()
  expect(await stored('Kystbygg')).toEqual([])
})

test('a provider is made and a project is changed by keyboard alone', async ({ page, server }) => {
  await signInAsStaff(page, server)
  await page.goto('/providers')
  await expect(page.getByRole('grid', { name: 'Providers' }).locator('[data-row="0"]')).toBeVisible()
  await tabAndPress(page, page.getByRole('button', { name: 'New provider' }))
  await expect(page.getByLabel('Id', { exact: true })).toBeFocused()
  await page.keyboard.type('kystbygg')
  await tabAndType(page, page.getByLabel('Name', { exact: true }), 'Kystbygg')
  await tabAndPress(page, page.getByRole('checkbox', { name: 'Show on login screen' }), 'Space')
  await tabAndPress(page, ok(page))
  await expect(page).toHaveURL(/\/providers\/provider\/kystbygg$/)
  expect(
    await queryDatabase(server, "select name, hidden, is_disabled from sso_provider where id = 'kystbygg'"),
  ).toEqual([{ name: 'Kystbygg', hidden: false, is_disabled: true }])
  await tabAndPress(page, page.getByRole('button', { name: 'Delete provider', exact: true }))
  const confirmation = page.getByRole('dialog', { name: 'Do you really want to delete this provider?' })
  await tabAndPress(page, confirmation.getByRole('button', { name: 'Delete provider', exact: true }))
  await expect(page).toHaveURL(/\/providers$/)
  expect(await queryDatabase(server, "select id from sso_provider where id = 'kystbygg'")).toEqual([])

  await page.goto('/projects')
  await expect(page.getByRole('grid', { name: 'All projects' }).locator('[data-row="0"]')).toBeVisible()
  await openFoundRecord(page, 'All projects', 'karlstad badhus', 'Karlstad Badhus')
  await expect(page.getByRole('heading', { name: 'Karlstad Badhus', level: 1 })).toBeVisible()
  await tabAndType(page, page.getByLabel(/^Description/), 'The eastern hall')
  await tabAndPress(page, page.getByRole('checkbox', { name: 'Takt planning' }), 'Space')
  await tabAndPress(page, ok(page))
  await expect(page.getByText('Karlstad Badhus is saved.')).toBeVisible()
  const project = () =>
    queryDatabase(
      server,
      "select description, features @> '{TAKT_TRAINS}' as takt from project where external_id = 'V-1203'",
    )
  expect(await project()).toEqual([{ description: 'The eastern hall', takt: true }])
  await tabAndPress(page, page.getByRole('button', { name: 'Undo', exact: true }))
  await expect(page.getByText('Undone')).toBeVisible()
  expect(await project()).toMatchObject([{ takt: false }])
  await expectAccessible(page)
})
