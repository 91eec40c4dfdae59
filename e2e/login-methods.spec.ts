import { expect, type Page } from '@playwright/test'
import { projectId } from '../server/demo/projects'
import { type ConfiguredProduct, test } from './configured-product'
import { submitByEnter, takeScreenshots } from './fixtures'
import {
  cloneUser,
  expectUsableOnEveryWidth,
  oneTimeCode,
  queryDatabase,
  setUpSecondFactor,
  signInByApi,
  signInWithPassword,
} from './people'

const villas = { id: projectId('NB-2135'), name: '滨江社区中心' }

/** Creates a copy of Mei who is a member of this project only. */
async function memberOf(product: ConfiguredProduct, project: string): Promise<string> {
  const email = await cloneUser(product, 'mei@nordbygg.example')
  await queryDatabase(
    product,
    `insert into project_member (project_id, customer_id, user_id, privilege_level)
     select project.id, project.customer_id, person.id, 10 from project, app_user as person
     where project.id = $1 and person.email = $2`,
    [project, email],
  )
  return email
}

const setMethods = (product: ConfiguredProduct, project: string, methods: string[]) =>
  queryDatabase(product, 'update project set providers = $2 where id = $1', [project, methods])

const methodsOf = async (product: ConfiguredProduct, project: string) =>
  (await queryDatabase(product, 'select providers from project where id = $1', [project]))[0]?.providers

/** Open sessions of a user, by the method that opened them. */
const sessionsOf = (product: ConfiguredProduct, email: string) =>
  queryDatabase(
    product,
    `select session.method, session.second_factor as factor, begun.provider_id as provider
     from session join app_user as person on person.id = session.user_id
     left join federation_session as begun on begun.session_id = session.id
     where person.email = $1 and session.ended_at is null`,
    [email],
  )

const needsAnother = (page: Page) => page.getByRole('heading', { name: 'Another sign-in is needed' })
const projectPage = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })

test('G10: an administrator lets only a provider into a project, warned, and a member is led to it and arrives', async ({
  page,
  product,
}) => {
  test.setTimeout(180_000)
  const email = await memberOf(product, villas.id)
  await queryDatabase(
    product,
    `insert into external_identity (id, provider_id, issuer, subject, user_id, linked_at)
     select gen_random_uuid(), 'partnerengineering', 'https://login.partner.example', 'leila.haddad', id, now()
     from app_user where email = $1
     on conflict (provider_id, issuer, subject) do update set user_id = excluded.user_id`,
    [email],
  )

  await signInByApi(page, 'anna@nordbygg.example')
  await page.goto('/users')
  await expect(page.getByText('1 more asks for another sign-in')).toBeVisible()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Login methods of a project' }).click()
  const dialog = page.getByRole('dialog', { name: /^Login methods of/ })
  await dialog.getByRole('combobox', { name: 'Project', exact: true }).fill(villas.name)
  await page.getByRole('option', { name: villas.name }).click()
  await dialog.getByLabel('Partner Engineering').check()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog.getByText('You would close this project to yourself')).toBeVisible()
  await expect(dialog.getByText('You are signed in with “Email and password”.')).toBeVisible()
  await expectUsableOnEveryWidth(page)
  await takeScreenshots(page, 'login-methods-of-project')
  expect(await methodsOf(product, villas.id)).toEqual([])
  await dialog.getByRole('button', { name: 'Save all the same' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('2 more ask for another sign-in')).toBeVisible()
  expect(await methodsOf(product, villas.id)).toEqual(['partnerengineering'])

  await page.context().clearCookies()
  await signInWithPassword(page, email)
  const row = page.getByRole('link', { name: villas.name })
  await expect(row).toContainText('Another sign-in is needed')
  await row.click()
  await expect(needsAnother(page)).toBeVisible()
  const step = page.getByRole('button', { name: 'Sign in with Partner Engineering' })
  await expect(step).toBeVisible()
  await expectUsableOnEveryWidth(page)
  await takeScreenshots(page, 'another-sign-in')
  await step.click()
  await page.getByRole('link', { name: 'Leila Haddad' }).click()
  await expect(projectPage(page, villas.name)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/project-${villas.id}/$`))
  expect(await sessionsOf(product, email)).toEqual([
    { method: 'federation', factor: false, provider: 'partnerengineering' },
  ])

  await setMethods(product, villas.id, [])
  await queryDatabase(product, "delete from external_identity where subject = 'leila.haddad'")
})

test('G10: a project that wants the second factor opens by a code, in the same session', async ({ page, product }) => {
  test.setTimeout(120_000)
  const email = await memberOf(product, villas.id)
  await setMethods(product, villas.id, ['COGNITO_MFA'])
  await signInWithPassword(page, email)
  const key = await setUpSecondFactor(product, email)
  await page.goto(`/project-${villas.id}/`)
  await expect(needsAnother(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Confirm', exact: true })).toBeVisible()
  await expectUsableOnEveryWidth(page)
  await takeScreenshots(page, 'another-sign-in-by-code')
  await page.getByLabel('Verification code').fill('12')
  await submitByEnter(page)
  await expect(page.getByText('This code is not valid. Each code works once')).toBeVisible()
  await page.getByLabel('Verification code').fill(oneTimeCode(key, 1))
  await submitByEnter(page)
  await expect(projectPage(page, villas.name)).toBeVisible()
  expect(await sessionsOf(product, email)).toContainEqual({ method: 'password', factor: true, provider: null })
  await setMethods(product, villas.id, [])
})

test('G10: whoever has no second factor sets one up, and comes back to the project', async ({ page, product }) => {
  test.setTimeout(120_000)
  const email = await memberOf(product, villas.id)
  await setMethods(product, villas.id, ['COGNITO_MFA'])
  await signInWithPassword(page, email)
  await page.goto(`/project-${villas.id}/`)
  await page.getByRole('link', { name: 'Set up two-step verification', exact: true }).click()
  const key = (await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? ''
  await page.getByLabel('Verification code').fill(oneTimeCode(key))
  await submitByEnter(page)
  await page.getByLabel('I have kept the codes in a safe place').check()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(projectPage(page, villas.name)).toBeVisible()
  expect(await sessionsOf(product, email)).toEqual([{ method: 'password', factor: true, provider: null }])
  await setMethods(product, villas.id, [])
})

test('G10: the console of a customer that wants the second factor says so to its administrator', async ({
  page,
  product,
}) => {
  const email = await cloneUser(product, 'freja@skovgaard.example')
  const [customer] = await queryDatabase(
    product,
    `insert into customer_admin (customer_id, user_id)
     select home_customer_id, id from app_user where email = $1 returning customer_id as id`,
    [email],
  )
  const set = (methods: string[]) =>
    queryDatabase(product, 'update customer set providers = $2 where id = $1', [customer?.id, methods])
  await set(['COGNITO_MFA'])
  await signInWithPassword(page, email)
  await page.goto('/users')
  await expect(needsAnother(page)).toBeVisible()
  await page.goto('/organizations')
  await expect(needsAnother(page)).toBeVisible()
  await expectUsableOnEveryWidth(page)
  const key = await setUpSecondFactor(product, email)
  await page.reload()
  await page.getByLabel('Verification code').fill(oneTimeCode(key, 1))
  await submitByEnter(page)
  await expect(page.getByRole('heading', { name: 'Organizations', level: 1 })).toBeVisible()
  await set([])
})
