import { expect, type Page } from '@playwright/test'
import { demoPassword } from '../server/demo/credentials'
import { projectId } from '../server/demo/projects'
import { test } from './configured-product'
import { dropNextResponse } from './drop-response'
import { submitByEnter } from './fixtures'
import { cloneUser, expectUsableOnEveryWidth, oneTimeCode, queryDatabase, signInByApi, typeCredentials } from './people'

test.use({ viewport: { width: 360, height: 740 } })

const connectionProblem = (page: Page) => page.getByText('There is no connection to the server.').first()

test('C5: on a phone the net goes while a second factor is switched on and asked for: the codes are seen, and nobody is shut out', async ({
  page,
  context,
  product,
}) => {
  const email = await cloneUser(product, 'liam@survey.example')
  await signInByApi(page, email)
  await page.goto('/mfa-setup')
  const code = page.getByLabel('Verification code')
  await expect(code).toBeVisible()
  const key = (await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? ''
  const usedCode = oneTimeCode(key)
  await code.fill(usedCode)
  await context.setOffline(true)
  await submitByEnter(page)
  await expect(connectionProblem(page)).toBeVisible()
  await expect(code).toHaveValue(usedCode)
  await expectUsableOnEveryWidth(page)
  await context.setOffline(false)
  const recoveryCodes = () =>
    queryDatabase(
      product,
      `select count(*)::text as codes from recovery_code as own join app_user on app_user.id = own.user_id
       where app_user.email = $1 and own.used_at is null`,
      [email],
    )
  expect(await recoveryCodes()).toEqual([{ codes: '0' }])

  // The server has enabled it but the page does not know; sending again shows the recovery codes.
  const responseDropped = await dropNextResponse(page, '**/auth/v1/mfa/enable')
  // The checks in between may have taken longer than a code is valid.
  await code.fill(oneTimeCode(key))
  await submitByEnter(page)
  await responseDropped()
  await expect(connectionProblem(page)).toBeVisible()
  expect(await recoveryCodes()).toEqual([{ codes: '10' }])
  await submitByEnter(page)
  await expect(page.getByRole('heading', { name: 'Keep your recovery codes' })).toBeVisible()
  const shown = await page
    .getByRole('list', { name: /^Recovery codes for/ })
    .getByRole('listitem')
    .allTextContents()
  expect(shown).toHaveLength(10)
  expect(await recoveryCodes()).toEqual([{ codes: '10' }])

  // A reload drops the codes; the next screen shows that the factor is enabled and creates new ones.
  page.once('dialog', (dialog) => dialog.accept())
  await page.reload()
  await expect(page.getByText('10 recovery codes left')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create new recovery codes', exact: true })).toBeVisible()
  await expectUsableOnEveryWidth(page)

  // The challenge: offline, the input is kept; after a lost response the attempt is over and the sign-in starts again.
  await page.goto('/logout')
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled()
  await typeCredentials(page, email)
  await page.getByRole('button', { name: 'No access to the app? Use a recovery code' }).click()
  const recovery = page.getByLabel('Recovery code')
  await recovery.fill(shown[0] ?? '')
  await context.setOffline(true)
  await submitByEnter(page)
  await expect(connectionProblem(page)).toBeVisible()
  await expect(recovery).toHaveValue(shown[0] ?? '')
  await expectUsableOnEveryWidth(page)
  await context.setOffline(false)
  const secondDropped = await dropNextResponse(page, '**/auth/v1/mfa/verify')
  await submitByEnter(page)
  await secondDropped()
  await expect(connectionProblem(page)).toBeVisible()
  expect(await recoveryCodes()).toEqual([{ codes: '9' }])
  await submitByEnter(page)
  await expect(page.getByRole('heading', { name: 'This sign-in attempt has ended' })).toBeVisible()
  await page.getByRole('button', { name: 'Back to sign in' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(email)
})

test('F2: the net goes while a password is reset: what was typed stays, it is set once, and the way to sign in is shown', async ({
  page,
  context,
  product,
}) => {
  const email = await cloneUser(product, 'lena@nordbygg.example')
  const chosen = 'eleven cranes over the harbour'
  await page.goto(`/reset-password?email=${encodeURIComponent(email)}`)
  await page.getByRole('button', { name: 'Send the code' }).click()
  await expect(page.getByLabel('Code from the email')).toBeVisible()
  const links = await product.linksTo(email)
  const code = links.map(({ searchParams }) => searchParams.get('code')).find((each) => each !== null) ?? ''
  await page.reload()
  await page.getByLabel('Code from the email').fill(code)
  await page.getByLabel('New password').fill(chosen)
  await context.setOffline(true)
  await submitByEnter(page)
  await expect(connectionProblem(page)).toBeVisible()
  await expect(page.getByLabel('Code from the email')).toHaveValue(code)
  await expect(page.getByLabel('New password')).toHaveValue(chosen)
  await context.setOffline(false)
  const resets = () =>
    queryDatabase(
      product,
      `select count(*)::text as done from audit_event where action = 'password.reset' and result = 'success' and actor_email = $1`,
      [email],
    )
  expect(await resets()).toEqual([{ done: '0' }])

  const responseDropped = await dropNextResponse(page, '**/change-password/confirm')
  await submitByEnter(page)
  await responseDropped()
  await expect(connectionProblem(page)).toBeVisible()
  await submitByEnter(page)
  await expect(page.getByText('Your password may be set already')).toBeVisible()
  await expectUsableOnEveryWidth(page)
  expect(await resets()).toEqual([{ done: '1' }])
  await page.getByRole('link', { name: 'Sign in with the new password', exact: true }).click()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await signInByApi(page, email, chosen)
})

test('the net goes while people are invited: everybody is invited once, and told so', async ({
  page,
  context,
  product,
}) => {
  const project = projectId('NB-2064')
  await signInByApi(page, 'ola@nordbygg.example')
  await page.goto(`/project-${project}/`)
  await page.getByRole('button', { name: 'Invite people' }).click()
  const invite = page.getByRole('dialog', { name: 'Invite people' })
  const addresses = invite.getByLabel('Email addresses')
  const typed = 'one@lost.example, two@lost.example'
  await addresses.fill(typed)
  await context.setOffline(true)
  await invite.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(invite.getByText('There is no connection to the server.')).toBeVisible()
  await expect(addresses).toHaveValue(typed)
  await expectUsableOnEveryWidth(page)
  await context.setOffline(false)
  const invited = () =>
    queryDatabase(
      product,
      `select app_user.email, count(*)::text as memberships, (
         select count(*)::text from invitation where invitation.user_id = app_user.id) as invitations
       from app_user join project_member as member on member.user_id = app_user.id
       where app_user.email like '%@lost.example' group by app_user.id, app_user.email order by 1`,
    )
  expect(await invited()).toEqual([])

  const responseDropped = await dropNextResponse(page, '**/mgw/api/v3/change-sets')
  await invite.getByRole('button', { name: 'Invite', exact: true }).click()
  await responseDropped()
  await expect(invite.getByText('There is no connection to the server.')).toBeVisible()
  await expect(addresses).toHaveValue(typed)
  await invite.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(invite).toBeHidden()
  await expect(page.getByText('2 people were invited')).toBeVisible()
  const once = { memberships: '1', invitations: '1' }
  expect(await invited()).toEqual([
    { email: 'one@lost.example', ...once },
    { email: 'two@lost.example', ...once },
  ])
  expect(await product.linksTo('two@lost.example')).toHaveLength(1)
})

test('the net goes while somebody registers: one account, one profile, one project, and they arrive there', async ({
  page,
  context,
  product,
}) => {
  const email = 'newcomer@lost.example'
  /** Submits the form offline, then with a dropped response. */
  const sendTwice = async (address: RegExp, send: () => Promise<unknown>) => {
    await context.setOffline(true)
    await send()
    await expect(connectionProblem(page)).toBeVisible()
    await expectUsableOnEveryWidth(page)
    await context.setOffline(false)
    await dropNextResponse(page, address)
    // The previous message disappears only when this request is sent.
    const lost = page.waitForEvent(
      'requestfailed',
      (request) => request.method() !== 'GET' && address.test(request.url()),
    )
    await send()
    await lost
    await expect(connectionProblem(page)).toBeVisible()
  }
  await page.goto('/register')
  await page.getByLabel('Email').fill(email)
  await sendTwice(/\/auth\/v1\/register$/, () => submitByEnter(page))
  await expect(page.getByLabel('Email')).toHaveValue(email)
  const latest = async () => String((await product.linksTo(email))[0])
  const lost = await latest()
  await submitByEnter(page)
  await expect(page.getByRole('heading', { name: 'Check your mailbox' })).toBeVisible()

  // Only the link of the most recent mail is valid.
  await expect.poll(latest).not.toBe(lost)
  await page.goto(await latest())
  await page.getByLabel('New password').fill('purple crane lifts seven beams')
  await sendTwice(/\/user-profiles\/[^/]+\/password$/, () => submitByEnter(page))
  await submitByEnter(page)
  await expect(page.getByText('Your password was set by an earlier attempt.')).toBeVisible()

  await page.getByLabel('First name').fill('Nora')
  await page.getByLabel('Last name').fill('Lund')
  await page.getByLabel('Organization').fill('Lund Boats')
  await page.getByLabel('Phone').fill('+47 22 33 44 55')
  await page.getByRole('checkbox').check()
  const create = page.getByRole('button', { name: 'Create profile' })
  await sendTwice(/\/v3\/user-profiles\/[^/]+$/, () => create.click())
  await expect(page.getByLabel('First name')).toHaveValue('Nora')
  await create.click()
  await expect(page.getByRole('heading', { name: 'New project' })).toBeVisible()

  await page.getByLabel('Project name').fill('Lost boathouse')
  const make = page.getByRole('button', { name: 'Create project' })
  await sendTwice(/\/v3\/projects$/, () => make.click())
  await expect(page.getByLabel('Project name')).toHaveValue('Lost boathouse')
  await make.click()
  await page.getByRole('link', { name: 'Go to project' }).click()
  await expect(page.getByRole('heading', { name: 'Lost boathouse', level: 1 })).toBeVisible()
  const stored = await queryDatabase(
    product,
    `select given_name as name, (select count(*) from project where created_by = person.id)::text as projects,
       (select count(*) from password_credential where user_id = person.id)::text as passwords
     from app_user as person where email = $1`,
    [email],
  )
  expect(stored).toEqual([{ name: 'Nora', projects: '1', passwords: '1' }])
})

test('F5: the net goes while an email is changed: it is asked for and confirmed once, and the account says so', async ({
  page,
  context,
  product,
}) => {
  const before = await cloneUser(product, 'eivind@eiendom.example')
  const after = before.replace('@', '.lost@')
  await signInByApi(page, before)
  await page.goto('/account-email')
  await page.getByRole('button', { name: 'Change email' }).click()
  const typed = page.getByLabel('New email')
  await typed.fill(after)
  await context.setOffline(true)
  await submitByEnter(page)
  await expect(connectionProblem(page)).toBeVisible()
  await expect(typed).toHaveValue(after)
  await expectUsableOnEveryWidth(page)
  await context.setOffline(false)
  const responseDropped = await dropNextResponse(page, '**/user-profiles/*/email')
  await submitByEnter(page)
  await responseDropped()
  await expect(connectionProblem(page)).toBeVisible()
  await expect(typed).toHaveValue(after)
  await submitByEnter(page)
  await expect(page.getByText('Waiting for confirmation by email.')).toBeVisible()
  const waiting = () =>
    queryDatabase(
      product,
      `select change.email from email_change as change join app_user as person on person.id = change.user_id
       where change.email = $1`,
      [after],
    )
  expect(await waiting()).toHaveLength(1)

  // Opened while signed out, on a connection that fails: the user signs in first, then the change continues.
  await page.goto('/logout')
  await expect(page).toHaveURL(/\/login/)
  const [link] = await product.linksTo(after)
  await page.goto(String(link))
  await page.getByLabel('Email').fill(before)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await context.setOffline(true)
  await submitByEnter(page)
  await expect(connectionProblem(page)).toBeVisible()
  await context.setOffline(false)
  await submitByEnter(page)
  const confirm = page.getByRole('button', { name: 'Use this email' })
  await expect(confirm).toBeVisible()
  await context.setOffline(true)
  await confirm.click()
  await expect(connectionProblem(page)).toBeVisible()
  await expectUsableOnEveryWidth(page)
  await context.setOffline(false)
  expect(await waiting()).toHaveLength(1)
  // After a lost response the page detects by itself that the email has changed.
  await dropNextResponse(page, '**/user-profiles/email-confirmation')
  await confirm.click()
  await expect(page).toHaveURL(/\/account-email$/)
  await expect(page.locator('#content')).toContainText(after)
  expect(await waiting()).toEqual([])
  const known = await queryDatabase(product, 'select email from app_user where email = any($1)', [[before, after]])
  expect(known).toEqual([{ email: after }])
})

test('the net goes while a profile is saved: what was typed stays, and it is saved once', async ({ page, product }) => {
  const email = await cloneUser(product, 'eivind@eiendom.example')
  await signInByApi(page, email)
  await page.goto('/user-profile')
  await page.getByLabel('Title').fill('Harbour master')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await dropNextResponse(page, '**/mgw/api/v3/user-profiles/*')
  await save.click()
  await expect(connectionProblem(page)).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('Harbour master')
  await save.click()
  await expect(page.getByText('Your profile is saved.')).toBeVisible()
  const stored = () => queryDatabase(product, 'select title from app_user where email = $1', [email])
  expect(await stored()).toEqual([{ title: 'Harbour master' }])
})
