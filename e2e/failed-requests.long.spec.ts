import { expect, type Page } from '@playwright/test'
import { test } from './fixtures'
import { queryDatabase, signInAsStaff, signInByApi } from './people'
import type { ProductServer } from './server'

/** One part of a screen: the path of its request, and its name on the screen. */
type Part = readonly [path: RegExp, what: string]

/** Screens by their path, and the parts of each that may be missing while the rest is shown. */
type Screens = readonly (readonly [address: string, stands: string, parts: readonly Part[]])[]

async function findId(server: ProductServer, statement: string): Promise<string> {
  const [row] = await queryDatabase(server, statement)
  return row?.id ?? ''
}

/** Lets the request of a part fail, then expects it to recover on a retry. */
async function expectRecovery(page: Page, path: RegExp, show: () => Promise<void>, what: string): Promise<void> {
  const address = new RegExp(`/(mgw|auth|project-[^/]+)/.*${path.source}`)
  await page.route(address, (route) =>
    route.fulfill({
      status: 403,
      headers: { 'x-request-id': '0190-request' },
      json: { errors: [{ status: '403', code: 'forbidden', title: 'x' }] },
    }),
  )
  await show()
  const failed = page.getByText(`Could not be loaded: ${what}`, { exact: true })
  await expect(failed.first(), what).toBeVisible()
  await expect(page.getByText('0190-request').first()).toBeVisible()
  await page.unroute(address)
  await page.getByRole('button', { name: 'Try again', exact: true }).first().click()
  await expect(failed, `${what} is read`).toHaveCount(0)
  await expect(page.getByText('0190-request')).toHaveCount(0)
}

test('the screens of the staff say what of them could not be read, with another try and the request’s id', async ({
  page,
  server,
}) => {
  test.slow()
  const customer = await findId(server, "select id from customer where name = 'Skovgaard Tegnestue'")
  const project = await findId(server, "select id from project where external_id = 'V-1203'")
  const screens: Screens = [
    [
      `/customers/customer/${customer}`,
      'Skovgaard Tegnestue',
      [
        [/users\?filter.*role/, 'Key account manager'],
        [/sso-providers(\?|$)/, 'Login methods'],
        [/customer-domains/, 'Domains'],
      ],
    ],
    [
      `/projects/project/${project}`,
      'Karlstad Badhus',
      [
        [/project-members/, 'Members'],
        [/project-stats/, 'Statistics'],
        [/customers\?/, 'Customers'],
        [/sso-providers(\?|$)/, 'Login methods'],
      ],
    ],
    [
      '/providers/provider/vestkraft',
      'Vestkraft Energi',
      [
        [/setup-links/, 'Set-up link'],
        [/usage/, 'Vestkraft Energi'],
      ],
    ],
    [
      '/audit',
      'Audit log',
      [
        [/audit-state/, 'Whether the audit log is as it was written'],
        [/audit-events\?/, 'Events'],
      ],
    ],
    [
      `/security?customer=${customer}`,
      'Security',
      [
        [/security-policies\/[^/]*$/, 'Security policy'],
        [/customer-domains/, 'Domains'],
      ],
    ],
  ]
  await signInAsStaff(page, server)
  for (const [address, heading, parts] of screens)
    for (const [path, what] of parts)
      await expectRecovery(
        page,
        path,
        async () => {
          await page.goto(address)
          await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
        },
        what,
      )
})

test('templates, and the settings of a widget, say what of them could not be read', async ({ page }) => {
  test.slow()
  await signInByApi(page, 'anna@nordbygg.example')
  const templates = async () => {
    await page.goto('/project-templates')
    await expect(page.getByRole('heading', { name: 'Project templates', level: 1 })).toBeVisible()
  }
  await expectRecovery(page, /project-templates\?/, templates, 'Templates')
  await expectRecovery(page, /projects\?.*isLibrary/, templates, 'Libraries')
  await expectRecovery(page, /project-templates\/[\w-]+$/, templates, 'Template')

  const settingsOf = (widget: string, project: string) => async () => {
    await page.goto(`/project-widgets?edit=true&search=${project}`)
    await page
      .getByRole('button', { name: `Edit ${widget}` })
      .first()
      .press('Enter')
  }
  await expectRecovery(page, /\/checklists\?/, settingsOf('Checklists', 'Sandvika'), 'Checklists')
  await expectRecovery(page, /\/workflows\?/, settingsOf('Trend', 'Barcode'), 'Workflow')
  await expectRecovery(page, /dashboard-images\//, settingsOf('Image', 'Sandvika'), 'Image')
})
