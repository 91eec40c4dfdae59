import { customers } from '@lintel/contract/customers/customers'
import { createApiToken } from '@lintel/contract/identity/api-tokens'
import { listAddress } from '@lintel/contract/jsonapi/query'
import { applyChangeSet, changeSets, listChangeSetRows } from '@lintel/contract/people/change-sets'
import { customerUserProfiles } from '@lintel/contract/people/customer-user-profiles'
import { projectMembers } from '@lintel/contract/people/members'
import { scimMediaType } from '@lintel/contract/people/scim'
import { projects } from '@lintel/contract/projects/projects'
import { describe, expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { projectId } from '../../../demo/projects'
import { apiClient } from '../../../test/api-client'
import { browser } from '../../../test/browser'
import { importDirectory } from '../../../test/directory-import'
import { withProvider } from '../../../test/federated-world'
import { runningProjectOf } from '../../../test/running-project'
import { worldWithMail } from '../../../test/world-with-mail'

const unlimited = { calls: 1_000_000, seconds: 60 }
const rates = { general: unlimited, signIn: unlimited, providerMatch: unlimited, invite: unlimited }
const { app, as, db, clock, nextMailTo, addProvider, bindDomains, signInAtProvider } = await withProvider(
  await worldWithMail({ rates }),
)
const nordbygg = customerId('nordbygg')
const harbour = projectId('NB-2041')
const platformTenant = '00000000-0000-0000-0000-000000000000'
const staff = as('staff', { secondFactor: true })

let made = 0
/** Names an address that nobody has as an API user of Nordbygg, and makes a token for it. */
async function addServiceAccount(domain = 'nordbygg.example') {
  const email = `gateway${++made}@${domain}`
  const { apiUsers } = await staff.get(customers, nordbygg)
  await staff.patch(customers, nordbygg, { apiUsers: [...apiUsers, email] })
  expect(await account(email)).toMatchObject({ service_account: true, home_customer_id: nordbygg })
  return { email, token: await makeToken(email, 'read') }
}
async function makeToken(apiUser: string, scope: 'read' | 'scim'): Promise<string> {
  const expiresAt = new Date(clock.now() + 86_400_000).toISOString()
  return (await as('astrid').call(createApiToken, { body: { apiUser, scopes: [scope], expiresAt } })).token
}
const account = (email: string) =>
  db.selectFrom('app_user').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
const read = async (token: string) =>
  (await apiClient(app, async () => token).inject({ method: 'GET', url: listAddress(projects) })).statusCode
const conversionsOf = (email: string) =>
  db
    .selectFrom('audit_event')
    .select(['tenant_id', 'actor_email', 'before', 'after'])
    .where('action', '=', 'users.update')
    .where('target_id', '=', email)
    .execute()
const converted = { before: { serviceAccount: true }, after: { serviceAccount: false } }

/** Signs in by the mailed link, sets a password, and returns the projects that the person then has. */
async function comeBy(link: URL | undefined): Promise<string[]> {
  const page = browser(app)
  const [username, password] = [link?.searchParams.get('email') ?? '', link?.searchParams.get('tmppass')]
  const bearer = async (given: unknown) => {
    const answer = await page.post('/auth/v1/login', { username, password: given })
    expect(answer.statusCode, answer.body).toBe(200)
    return { authorization: `Bearer ${answer.json().idToken}` }
  }
  const own = 'the owner chose this password'
  const set = `/mgw/api/v2/user-profiles/${username}/password`
  expect((await page.post(set, { password: own }, await bearer(password))).statusCode).toBe(204)
  const listed = await page.get(listAddress(projectMembers, { filter: { user: username } }), await bearer(own))
  expect(listed.statusCode, listed.body).toBe(200)
  return listed.json().data.map(({ relationships }: never) => (relationships as Relationships).project.data.id)
}
interface Relationships {
  project: { data: { id: string } }
}

describe('the address of a service account', () => {
  test('is planned and invited like that of anybody; its person comes by the mailed link, and its tokens last until then', async () => {
    const { email, token } = await addServiceAccount()
    const set = await as('astrid').post(changeSets, {
      ...{ kind: 'invitations', customer: nordbygg, project: harbour },
      input: { project: harbour, emails: [email], level: 10 },
    } as never)
    const { data } = await as('astrid').call(listChangeSetRows, { parameters: { id: set.id } })
    expect(data.map(({ attributes: { outcome, conflict } }) => ({ outcome, conflict }))).toEqual([
      { outcome: 'change', conflict: null },
    ])
    expect(await account(email)).toMatchObject({ service_account: true })
    expect(await as('astrid').call(applyChangeSet, { parameters: { id: set.id } })).toMatchObject({ state: 'applied' })
    expect(await account(email)).toMatchObject({ service_account: false, email_verified_at: null })
    expect(await conversionsOf(email)).toEqual([
      { tenant_id: nordbygg, actor_email: 'astrid@nordbygg.example', ...converted },
    ])
    clock.advance(1_001)
    expect(await read(token)).toBe(200)
    expect(await comeBy((await nextMailTo(email)).links[0])).toEqual([harbour])
    clock.advance(1_001)
    expect(await read(token)).toBe(401)
    const { id } = await account(email)
    const tokens = db.selectFrom('api_token').select('end_reason').where('user_id', '=', id)
    expect(await tokens.execute()).toEqual([{ end_reason: 'mailbox-proved' }])
  })

  test('G4: is added by another customer like one that nobody has, and neither log tells the one of the other', async () => {
    const { email, token } = await addServiceAccount('corp.example')
    const tunnel = await runningProjectOf(db, 'Fjellbane Infra AS')
    const add = (user: string) =>
      as('gro').post(projectMembers, { project: tunnel, user, privilegeLevel: 10, providers: [] })
    const [known, unknown] = [await add(email), await add('nobody.yet@corp.example')]
    const own = { id: known.id, user: known.user, email, createdAt: known.createdAt }
    expect(known).toEqual({ ...unknown, ...own })
    expect(await conversionsOf(email)).toEqual([
      { tenant_id: platformTenant, actor_email: 'gro@fjellbane.example', ...converted },
    ])
    expect(await read(token)).toBe(200)
    expect(await comeBy((await nextMailTo(email)).links[0])).toEqual([tunnel])
  })

  test('is a person’s once a profile is made for it, by hand or by a directory', async () => {
    const [byHand, byId, byDirectory, byFile] = [
      await addServiceAccount(),
      await addServiceAccount(),
      await addServiceAccount(),
      await addServiceAccount(),
    ]
    await as('astrid').post(customerUserProfiles, { customer: nordbygg, newUserEmail: byHand.email } as never)
    await as('astrid').post(customerUserProfiles, { customer: nordbygg, user: byId.email } as never)
    const files = { 'users.csv': `email;givenName\n${byFile.email};Gate\n` }
    const { planId } = await importDirectory(as('astrid'), { files, domain: 'nordbygg.example' })
    await importDirectory(as('astrid'), { planId, dryRun: 'false' })
    const answer = await app.inject({
      method: 'POST',
      url: `/scim/${nordbygg}/v2/Users`,
      headers: {
        authorization: `Bearer ${await makeToken('reports@nordbygg.example', 'scim')}`,
        'content-type': scimMediaType,
      },
      payload: JSON.stringify({
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
        userName: byDirectory.email,
        active: true,
      }),
    })
    expect(answer.statusCode, answer.body).toBe(201)
    for (const { email } of [byHand, byId, byDirectory, byFile]) {
      expect((await account(email)).service_account, email).toBe(false)
      expect(await conversionsOf(email)).toMatchObject([{ tenant_id: nordbygg, ...converted }])
    }
  })

  test('E5: is that of the person for whom a provider speaks, who signs in as anybody new does', async () => {
    await addProvider('corp', { email_match: true, email_regex: '.+@robots[.]example' })
    await bindDomains('corp', ['robots.example'])
    const { email, token } = await addServiceAccount('robots.example')
    const answer = await signInAtProvider(browser(app), { subject: email, email, emailVerified: true }, 'corp')
    expect(answer.statusCode, answer.body).toBe(200)
    expect(await account(email)).toMatchObject({ service_account: false, email_verified_by: 'provider' })
    expect(await conversionsOf(email)).toEqual([{ tenant_id: nordbygg, actor_email: email, ...converted }])
    clock.advance(1_001)
    expect(await read(token)).toBe(401)
  })
})
