import { expect, type Page } from '@playwright/test'
import { begin, beginAsStaff, onDatabase } from './people'
import { expectAccessible, test } from './visit'

const choose = async (page: Page, field: string, option: string) => {
  await page.getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('staff create a project for a customer that they choose, from the default template', async ({ page, server }) => {
  await beginAsStaff(page, server)
  await page.goto('/new-project')
  await page.getByLabel('Project name').fill('Depot for VVS-Teknik')
  await expect(page.getByRole('combobox', { name: 'Template' })).toHaveValue('Building project')
  await page.getByRole('button', { name: 'Create project' }).click()
  await expect(page.getByText('Please fill this in.')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Customer' })).toBeFocused()
  await choose(page, 'Customer', 'VVS-Teknik AB')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create project' }).click()
  await expect(page.getByRole('heading', { name: '“Depot for VVS-Teknik” is ready' })).toBeVisible()
  const stored = await onDatabase(
    server,
    `select customer.name as customer, template.name as template, project.features <> '{}' as features
     from project join customer on customer.id = project.customer_id
     join project as template on template.id = project.template_project_id where project.name = $1`,
    ['Depot for VVS-Teknik'],
  )
  expect(stored).toEqual([{ customer: 'VVS-Teknik AB', template: 'Building project', features: true }])

  const other = await page.context().browser()?.newPage({ baseURL: server.url })
  if (!other) throw new Error('There is no browser')
  await begin(other, 'anna@nordbygg.example')
  await other.goto('/new-project')
  await expect(other.getByRole('combobox', { name: 'Template' })).toBeVisible()
  await expect(other.getByRole('combobox', { name: 'Customer' })).toHaveCount(0)
  await other.close()
})
