import { cancelEmailChange, requestEmailChange } from '@lintel/contract/people/email-change'
import { invitations, resendInvitation } from '@lintel/contract/people/invitations'
import { projectMembers } from '@lintel/contract/people/members'
import { openProject } from '@lintel/contract/projects/open-project'
import { projects } from '@lintel/contract/projects/projects'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { personId } from '../../../demo/person-id'
import { projectId } from '../../../demo/projects'
import { browser } from '../../../test/browser'
import { worldWithMail } from '../../../test/world-with-mail'
import { deleteMailedSecrets } from '../../identity/proof/proof.store'

const unhurried = { calls: 100_000, seconds: 60 }
const { app, as, db, clock, server, mailsTo, untilIdle } = await worldWithMail({
  registration: true,
  rates: { general: unhurried, signIn: unhurried, resetRequest: unhurried },
})
const harbour = projectId('NB-2041')
const minute = 60_000

/** What failed: jobs, mails and invitations. */
const failures = async () => {
  const events = db.selectFrom('audit_event').select('action')
  const found = await events.where('action', 'in', ['job.dead', 'mail.dead', 'invitations.bounce']).execute()
  const dead = await db.selectFrom('job').select('kind as action').where('state', '=', 'dead').execute()
  return [...found, ...dead].map(({ action }) => action)
}

// The mail server is away at the beginning of each test, and nothing has failed at its end.
beforeEach(() => {
  server.behaviour = { refuses: 451, at: 'content' }
})
afterEach(async () => expect(await failures()).toEqual([]))

/** The mail server is back after some time, and everything that waits is sent that is to be. */
async function comeBack(ms = 2 * minute) {
  await untilIdle()
  server.behaviour = 'takes'
  clock.advance(ms)
  await untilIdle()
}

let people = 0
const newcomer = () => `outdated${++people}@partner.example`
const invite = async (
  user: string,
  privilegeLevel: 5 | 10 = 10,
  { project = harbour, expirationDate = '2999-12-31' } = {},
) => {
  const draft = { project, user, privilegeLevel, providers: [] }
  await as('anna').post(projectMembers, privilegeLevel === 5 ? { ...draft, expirationDate } : draft)
  const [invitation] = await as('anna').list(invitations, { filter: { user } })
  return { id: invitation?.id ?? '', user: (await idOf(user)) ?? '' }
}
const idOf = async (email: string) =>
  (await db.selectFrom('app_user').select('id').where('email', '=', email).executeTakeFirst())?.id
const states = (user: string) => db.selectFrom('mail').select(['kind', 'state']).where('user_id', '=', user).execute()
const stateOf = async (invitation: string) => (await as('anna').get(invitations, invitation)).state

test('an invitation that still holds is sent when the mail server is back', async () => {
  const email = newcomer()
  const { id } = await invite(email)
  await comeBack()
  expect(mailsTo(email, '/login')).toHaveLength(1)
  expect(await stateOf(id)).toBe('pending')
})

test('a link whose secret is gone is not mailed', async () => {
  const email = newcomer()
  const { id, user } = await invite(email)
  // As a proof of the mailbox does that came in another way.
  await db.transaction().execute((tx) => deleteMailedSecrets(tx, user))
  await comeBack()
  expect(mailsTo(email)).toEqual([])
  expect(await states(user)).toEqual([{ kind: 'first-invitation', state: 'dead' }])
  expect(await stateOf(id)).toBe('pending')
})

test('whoever opened the project already is not invited to it', async () => {
  const email = 'sven@vvsteknik.example'
  const { id } = await invite(email)
  await as('sven').call(openProject, { parameters: { id: harbour } })
  expect(await stateOf(id)).toBe('accepted')
  await comeBack()
  expect(mailsTo(email)).toEqual([])
  expect(await states(personId(email))).toEqual([{ kind: 'project-invitation', state: 'dead' }])
})

test('nobody is invited to a project that was deleted, and its restoration allows another mail', async () => {
  const email = newcomer()
  const { id: project } = await as('astrid').post(projects, {
    name: 'Short-lived',
    owner: 'ola@nordbygg.example',
  } as never)
  const { id, user } = await invite(email, 10, { project })
  await as('ola').remove(projects, project)
  await comeBack()
  expect(mailsTo(email)).toEqual([])
  expect(await states(user)).toEqual([{ kind: 'first-invitation', state: 'dead' }])
  await as('ola').patch(projects, project, { isInactive: false } as never)
  await as('anna').call(resendInvitation, { parameters: { id } })
  await untilIdle()
  expect(mailsTo(email, '/login')).toHaveLength(1)
})

test('a code that has ended is not mailed, nor one that a newer one replaced', async () => {
  const mei = 'mei@nordbygg.example'
  const ask = () => browser(app).post('/auth/v1/change-password/request', { username: mei })
  await ask()
  await untilIdle()
  clock.advance(2 * minute)
  await ask()
  // The first one is tried again after one and five minutes.
  await comeBack(6 * minute)
  expect(mailsTo(mei, '/reset-password')).toHaveLength(1)

  server.behaviour = { refuses: 451, at: 'content' }
  await ask()
  await comeBack(11 * minute)
  expect(mailsTo(mei, '/reset-password')).toHaveLength(1)
})

test('the link of a withdrawn change of the address is not mailed; that it was requested is', async () => {
  const [kari, elsewhere] = ['kari@nordbygg.example', 'kari@elsewhere.example']
  await as('kari').call(requestEmailChange, { parameters: { email: kari }, body: { email: elsewhere } })
  await as('kari').call(cancelEmailChange, { parameters: { email: kari } })
  await comeBack()
  expect(mailsTo(elsewhere)).toEqual([])
  expect(mailsTo(kari)).toHaveLength(1)
})

test('of two registrations with an address, the link of the newer one is mailed', async () => {
  const email = newcomer()
  const register = () => browser(app).post('/auth/v1/register', { email, locale: 'en' })
  await register()
  await untilIdle()
  await register()
  await comeBack()
  expect(mailsTo(email, '/login')).toHaveLength(1)
})

test('a guest who has entered gets the new link that waits, and an older one is not sent', async () => {
  const email = newcomer()
  const { id } = await invite(email, 5)
  await as('anna').call(resendInvitation, { parameters: { id } })
  await db.updateTable('invitation').set({ state: 'accepted' }).where('id', '=', id).execute()
  await comeBack()
  expect(mailsTo(email, '/guest')).toHaveLength(1)
})

test('a guest whose access was extended while the invitation waited gets it, and one whose access has ended does not', async () => {
  const hour = 60 * minute
  const expirationDate = new Date(clock.now() + 24 * hour).toISOString().slice(0, 10)
  const [extended, ended] = [newcomer(), newcomer()]
  await invite(ended, 5, { expirationDate })
  const { user } = await invite(extended, 5, { expirationDate })
  const later = { expiration_date: new Date(clock.now() + 100 * hour).toISOString() }
  await db.updateTable('project_member').set(later).where('user_id', '=', user).execute()
  await comeBack(50 * hour)
  expect(mailsTo(extended, '/guest')).toHaveLength(1)
  expect(mailsTo(ended, '/guest')).toEqual([])
})
