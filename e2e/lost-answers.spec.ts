import { request as ask } from 'node:http'
import { expect, type Page } from '@playwright/test'
import { projectId } from '../server/demo/projects'
import { test } from './configured-product'
import { begin, codeOf, looksRight, onDatabase, twinOf, typeCredentials } from './people'
import { sendByEnter } from './visit'

test.use({ viewport: { width: 360, height: 740 } })

/** The server does what is asked of it here next, and its answer, with its cookies, is lost on the way. */
const loseAnswer = (page: Page, address: string) =>
  page.route(
    address,
    async (route) => {
      const request = route.request()
      const { connection: _connection, ...headers } = await request.allHeaders()
      await new Promise((resolve, reject) => {
        const sent = ask(request.url(), { method: request.method(), headers, agent: false }, (answer) =>
          answer.resume().on('end', resolve),
        )
        sent.on('error', reject).end(request.postData() ?? '')
      })
      await route.abort('internetdisconnected')
    },
    { times: 1 },
  )

const noConnection = (page: Page) => page.getByText('There is no connection to the server.').first()

test('C5: on a phone the net goes while a second factor is switched on and asked for: the codes are seen, and nobody is shut out', async ({
  page,
  context,
  product,
}) => {
  const email = await twinOf(product, 'liam@survey.example')
  await begin(page, email)
  await page.goto('/mfa-setup')
  const code = page.getByLabel('Verification code')
  await expect(code).toBeVisible()
  const key = (await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? ''
  const given = codeOf(key)
  await code.fill(given)
  await context.setOffline(true)
  await sendByEnter(page)
  await expect(noConnection(page)).toBeVisible()
  await expect(code).toHaveValue(given)
  await looksRight(page)
  await context.setOffline(false)
  const recoveryCodes = () =>
    onDatabase(
      product,
      `select count(*)::text as codes from recovery_code as own join app_user on app_user.id = own.user_id
       where app_user.email = $1 and own.used_at is null`,
      [email],
    )
  expect(await recoveryCodes()).toEqual([{ codes: '0' }])

  // It was switched on, and nobody here knows: sent once more, it shows the recovery codes.
  await loseAnswer(page, '**/auth/v1/mfa/enable')
  await sendByEnter(page)
  await expect(noConnection(page)).toBeVisible()
  expect(await recoveryCodes()).toEqual([{ codes: '10' }])
  await sendByEnter(page)
  await expect(page.getByRole('heading', { name: 'Keep your recovery codes' })).toBeVisible()
  const shown = await page
    .getByRole('list', { name: /^Recovery codes for/ })
    .getByRole('listitem')
    .allTextContents()
  expect(shown).toHaveLength(10)
  expect(await recoveryCodes()).toEqual([{ codes: '10' }])

  // A reload drops the codes: where it leads says that it is on, and makes others.
  page.once('dialog', (dialog) => dialog.accept())
  await page.reload()
  await expect(page.getByText('10 recovery codes left')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create new recovery codes' })).toBeVisible()
  await looksRight(page)

  // The challenge: without a net what was typed stays; by a lost answer the attempt is over, and the sign-in begins anew.
  await page.goto('/logout')
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled()
  await typeCredentials(page, email)
  await page.getByRole('button', { name: 'No access to the app? Use a recovery code' }).click()
  const recovery = page.getByLabel('Recovery code')
  await recovery.fill(shown[0] ?? '')
  await context.setOffline(true)
  await sendByEnter(page)
  await expect(noConnection(page)).toBeVisible()
  await expect(recovery).toHaveValue(shown[0] ?? '')
  await looksRight(page)
  await context.setOffline(false)
  await loseAnswer(page, '**/auth/v1/mfa/verify')
  await sendByEnter(page)
  await expect(noConnection(page)).toBeVisible()
  expect(await recoveryCodes()).toEqual([{ codes: '9' }])
  await sendByEnter(page)
  await expect(page.getByRole('heading', { name: 'This sign-in attempt has ended' })).toBeVisible()
  await page.getByRole('button', { name: 'Back to sign in' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(email)
})

test('F2: the net goes while a password is reset: what was typed stays, it is set once, and the way to sign in is shown', async ({
  page,
  context,
  product,
}) => {
  const email = await twinOf(product, 'lena@nordbygg.example')
  const chosen = 'eleven cranes over the harbour'
  await page.goto(`/reset-password?email=${encodeURIComponent(email)}`)
  await page.getByRole('button', { name: 'Send the code' }).click()
  await expect(page.getByLabel('Code from the mail')).toBeVisible()
  const links = await product.linksTo(email)
  const code = links.map(({ searchParams }) => searchParams.get('code')).find((each) => each !== null) ?? ''
  await page.reload()
  await page.getByLabel('Code from the mail').fill(code)
  await page.getByLabel('New password').fill(chosen)
  await context.setOffline(true)
  await sendByEnter(page)
  await expect(noConnection(page)).toBeVisible()
  await expect(page.getByLabel('Code from the mail')).toHaveValue(code)
  await expect(page.getByLabel('New password')).toHaveValue(chosen)
  await context.setOffline(false)
  const resets = () =>
    onDatabase(
      product,
      `select count(*)::text as done from audit_event where action = 'password.reset' and result = 'success' and actor_email = $1`,
      [email],
    )
  expect(await resets()).toEqual([{ done: '0' }])

  await loseAnswer(page, '**/change-password/confirm')
  await sendByEnter(page)
  await expect(noConnection(page)).toBeVisible()
  await sendByEnter(page)
  await expect(page.getByText('Your password may be set already')).toBeVisible()
  await looksRight(page)
  expect(await resets()).toEqual([{ done: '1' }])
  await page.getByRole('link', { name: 'Sign in with the new password' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  const signedIn = await page.context().request.post('/auth/v1/login', {
    data: { username: email, password: chosen, rememberMe: true },
    headers: { 'x-requested-with': 'lintel-web', 'sec-fetch-site': 'same-origin' },
  })
  expect(signedIn.ok()).toBe(true)
})

test('the net goes while people are invited: everybody is invited once, and told so', async ({
  page,
  context,
  product,
}) => {
  const project = projectId('NB-2064')
  await begin(page, 'ola@nordbygg.example')
  await page.goto(`/project-${project}/`)
  await page.getByRole('button', { name: 'Invite people' }).click()
  const invite = page.getByRole('dialog', { name: 'Invite people' })
  const addresses = invite.getByLabel('Email addresses')
  const typed = 'one@lost.example, two@lost.example'
  await addresses.fill(typed)
  await context.setOffline(true)
  await invite.getByRole('button', { name: 'Invite' }).click()
  await expect(invite.getByText('There is no connection to the server.')).toBeVisible()
  await expect(addresses).toHaveValue(typed)
  await looksRight(page)
  await context.setOffline(false)
  const invited = () =>
    onDatabase(
      product,
      `select app_user.email, count(*)::text as memberships, (
         select count(*)::text from invitation where invitation.user_id = app_user.id) as invitations
       from app_user join project_member as member on member.user_id = app_user.id
       where app_user.email like '%@lost.example' group by app_user.id, app_user.email order by 1`,
    )
  expect(await invited()).toEqual([])

  await loseAnswer(page, '**/mgw/api/v3/change-sets')
  await invite.getByRole('button', { name: 'Invite' }).click()
  await expect(invite.getByText('There is no connection to the server.')).toBeVisible()
  await expect(addresses).toHaveValue(typed)
  await invite.getByRole('button', { name: 'Invite' }).click()
  await expect(invite).toBeHidden()
  await expect(page.getByText('2 people were invited')).toBeVisible()
  const once = { memberships: '1', invitations: '1' }
  expect(await invited()).toEqual([
    { email: 'one@lost.example', ...once },
    { email: 'two@lost.example', ...once },
  ])
  expect(await product.linksTo('two@lost.example')).toHaveLength(1)
})
