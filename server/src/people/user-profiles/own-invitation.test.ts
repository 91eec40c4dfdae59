import { invitations } from '@lintel/contract/people/invitations'
import { projectMembers } from '@lintel/contract/people/members'
import { projects } from '@lintel/contract/projects/projects'
import { expect, test } from 'vitest'
import { projectId } from '../../../demo/projects'
import { browser } from '../../../test/browser'
import { worldWithMail } from '../../../test/world-with-mail'

const unhurried = { calls: 100_000, seconds: 60 }
const { app, as, db, nextMailTo } = await worldWithMail({ rates: { general: unhurried, signIn: unhurried } })
const harbour = projectId('NB-2041')
const museum = projectId('NB-2042')

let people = 0
const invite = async (email = `invited${++people}@partner.example`, project = harbour, by = 'kari') => {
  await as(by).post(projectMembers, { project, user: email, privilegeLevel: 10, providers: [] })
  return email
}

/** Signs in by the link of an invitation and returns the calls that are allowed from then on. */
async function signInByLink(email: string) {
  const [link] = (await nextMailTo(email)).links
  const tmppass = link?.searchParams.get('tmppass') ?? ''
  const { idToken } = (await browser(app).post('/auth/v1/login', { username: email, password: tmppass })).json()
  const authorization = { authorization: `Bearer ${idToken}` }
  return {
    read: (whose = email) => browser(app).get(`/mgw/api/v2/user-profiles/${whose}/invitation`, authorization),
    setPassword: () =>
      browser(app).post(
        `/mgw/api/v2/user-profiles/${email}/password`,
        { password: 'purple crane lifts seven beams' },
        authorization,
      ),
  }
}

const named = async (project: string) => (await as('kari').get(projects, project)).name

test('the invited are told who invited them to what, before their password is set and after', async () => {
  const email = await invite()
  const invited = await signInByLink(email)
  const { name: customer } = await db
    .selectFrom('customer')
    .innerJoin('project', 'project.customer_id', 'customer.id')
    .select('customer.name')
    .where('project.id', '=', harbour)
    .executeTakeFirstOrThrow()
  const expected = {
    invitation: {
      project: { id: harbour, name: await named(harbour) },
      customer: { name: customer },
      invitedBy: { givenName: 'Kari', familyName: 'Moen', email: 'kari@nordbygg.example' },
    },
  }
  const first = await invited.read()
  expect([first.statusCode, first.json()]).toEqual([200, expected])
  expect((await invited.setPassword()).statusCode).toBe(204)
  expect((await invited.read()).json()).toEqual(expected)
  // Other people's invitations are not found, and a person never invited has none.
  expect((await invited.read('mei@nordbygg.example')).statusCode).toBe(404)
})

test('the last invitation counts; one that was withdrawn is not told, nor the project with it', async () => {
  const email = await invite()
  const invited = await signInByLink(email)
  await invite(email, museum, 'anna')
  expect((await invited.read()).json().invitation.project.id).toBe(museum)
  for (const { id, project } of await as('anna').list(invitations, { filter: { user: email } }))
    if (project === museum) await as('anna').remove(invitations, id)
  expect((await invited.read()).json().invitation.project.id).toBe(harbour)
})

test('an invitation of long ago is no news', async () => {
  const email = await invite()
  const invited = await signInByLink(email)
  const sent_at = new Date(Date.now() - 31 * 86_400_000).toISOString()
  await db.updateTable('invitation').set({ sent_at }).where('email', '=', email).execute()
  expect((await invited.read()).json()).toEqual({ invitation: null })
})

test('somebody whom nobody invited has none', async () => {
  await db.deleteFrom('invitation').where('email', '=', 'mei@nordbygg.example').execute()
  const answer = await as('mei').inject({ url: '/mgw/api/v2/user-profiles/mei@nordbygg.example/invitation' })
  expect([answer.statusCode, answer.json()]).toEqual([200, { invitation: null }])
})
