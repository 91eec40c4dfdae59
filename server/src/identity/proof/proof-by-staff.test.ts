import { recordEmailProof } from '@lintel/contract/identity/email-proof'
import { copyInvitationLink, invitations } from '@lintel/contract/people/invitations'
import { projectMembers } from '@lintel/contract/people/members'
import { expect, test } from 'vitest'
import { projectId } from '../../../demo/projects'
import { browser } from '../../../test/browser'
import { world } from '../../../test/world'
import { worldWithMail } from '../../../test/world-with-mail'

const { app, as, db } = await world()
const email = 'chief@corp.example'
const staff = 'staff@lintel.example'
const prove = (by: string, who = email) => as(by).call(recordEmailProof, { parameters: { email: who } })
const signIn = (password: string) => browser(app).post('/auth/v1/login', { username: email, password })

async function copiedBy(name: string): Promise<string> {
  const [invitation] = await as(name).list(invitations, { filter: { user: email } })
  const { link } = await as(name).call(copyInvitationLink, { parameters: { id: invitation?.id ?? '' } })
  return new URL(link).searchParams.get('tmppass') ?? ''
}

test('F3: where no mail is sent staff record the proof, which ends every way back, and hand the way in to the person', async () => {
  const draft = { project: projectId('NB-2041'), user: email, privilegeLevel: 10 as const, providers: [] }
  await as('anna').post(projectMembers, draft)
  const copied = await copiedBy('anna')
  const { idToken } = (await signIn(copied)).json()
  for (const name of ['anna', 'mei']) await expect(prove(name)).rejects.toMatchObject({ status: 403 })
  await prove(staff)
  const row = db.selectFrom('app_user').select('email_verified_by').where('email', '=', email)
  expect(await row.executeTakeFirst()).toEqual({ email_verified_by: 'staff' })
  const late = await browser(app).get('/mgw/api/v3/users/me', { authorization: `Bearer ${idToken}` })
  expect([late.statusCode, late.json().errors[0].code]).toEqual([401, 'sessionExpired'])
  expect((await signIn(copied)).statusCode).toBe(401)
  // The account belongs to its person now: a link copied by an administrator no longer signs in, one copied by staff does.
  expect((await signIn(await copiedBy('anna'))).json().code).toBe('emailProofMailed')
  expect((await signIn(await copiedBy(staff))).json()).toMatchObject({ result: 'SUCCESS', mustUpdatePassword: true })
  const told = db.selectFrom('audit_event').select(['actor_email', 'after']).where('action', '=', 'users.prove-email')
  expect(await told.execute()).toEqual([{ actor_email: staff, after: { by: 'staff' } }])
})

test('F3: where mail is sent, the mail proves and not staff; and nobody proves whom there is not', async () => {
  await expect(prove(staff, 'nobody@nowhere.example')).rejects.toMatchObject({ status: 404 })
  const mailing = await worldWithMail()
  const proving = mailing.as(staff).call(recordEmailProof, { parameters: { email: 'mei@nordbygg.example' } })
  await expect(proving).rejects.toMatchObject({ status: 409, code: 'conflict' })
})
