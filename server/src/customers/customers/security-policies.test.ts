import { customers } from '@lintel/contract/customers/customers'
import { previewSecurityPolicy, securityPolicies } from '@lintel/contract/customers/security-policies'
import { projectMembers } from '@lintel/contract/people/members'
import { organizations } from '@lintel/contract/people/organizations'
import { projects } from '@lintel/contract/projects/projects'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { personId } from '../../../demo/person-id'
import { projectId } from '../../../demo/projects'
import { givePassword } from '../../../test/give-password'
import { worldWithMail } from '../../../test/world-with-mail'
import { policyNoticesJob } from './policy-notices'

const { as, db, clock, platform, mailsTo, untilIdle } = await worldWithMail()
const [nordbygg, fjellbane] = [customerId('nordbygg'), customerId('fjellbane')]
const harbour = projectId('NB-2041')
const day = 86_400_000
const inDays = (days: number) => new Date(clock.now() + days * day).toISOString()
const astrid = () => as('astrid', { secondFactor: true })
const set = (columns: object) => db.updateTable('customer').set(columns).where('id', '=', nordbygg).execute()
const none = { second_factor_from: null, longest_session_hours: null, invite_domains: [], providers: [] }
const mine = { filter: { customer: nordbygg } }

test('an administrator reads and changes the policy of their customer with a fresh proof, staff of any, others of none', async () => {
  const policy = await astrid().get(securityPolicies, nordbygg)
  expect(policy).toMatchObject({
    secondFactorFrom: null,
    longestSessionHours: null,
    inviteDomains: [],
    loginMethods: [],
  })
  const from = inDays(30)
  const patch = { secondFactorFrom: from, longestSessionHours: 12, inviteDomains: ['Nordbygg.example'] }
  const changed = await astrid().patch(securityPolicies, nordbygg, patch, policy.version)
  expect(changed).toMatchObject({ longestSessionHours: 12, inviteDomains: ['nordbygg.example'] })
  expect(Date.parse(changed.secondFactorFrom ?? '')).toBe(Date.parse(from))
  const event = await db
    .selectFrom('audit_event')
    .select(['tenant_id', 'actor_email', 'before'])
    .where('action', '=', 'security-policies.update')
    .executeTakeFirstOrThrow()
  expect(event).toMatchObject({
    tenant_id: nordbygg,
    actor_email: 'astrid@nordbygg.example',
    before: { secondFactorFrom: null, longestSessionHours: null },
  })
  await expect(astrid().patch(securityPolicies, nordbygg, { longestSessionHours: 0 })).rejects.toMatchObject({
    status: 422,
    source: { pointer: '/data/attributes/longestSessionHours' },
  })
  for (const who of ['mei', 'gro@fjellbane.example'])
    await expect(as(who).get(securityPolicies, nordbygg)).rejects.toMatchObject({ status: 404 })
  await as('staff', { secondFactor: true }).patch(securityPolicies, nordbygg, {
    ...{ secondFactorFrom: null, longestSessionHours: null, inviteDomains: [] },
  })
})

test('the day of the second factor is one of any offset, and one that the database has', async () => {
  const change = (secondFactorFrom: string | null) => astrid().patch(securityPolicies, nordbygg, { secondFactorFrom })
  for (const from of ['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+01:00', '9999-12-31T23:59:59-05:00'])
    await expect(change(from), from).rejects.toMatchObject({
      status: 422,
      source: { pointer: '/data/attributes/secondFactorFrom' },
    })
  expect(await change('9999-12-31T23:59:59+23:59')).toMatchObject({ secondFactorFrom: '9999-12-31T00:00:59Z' })
  const far = '9999-12-31T23:59:59.123456Z'
  expect(await change(far.replace('Z', '7890'.repeat(50).concat('Z')))).toMatchObject({ secondFactorFrom: far })
  await change(null)
})

test('G10: from its day on a password alone opens nothing of the customer, and a second factor or a provider does', async () => {
  const byPassword = as('astrid')
  const member = as('mei')
  expect((await byPassword.list(organizations, mine)).length).toBeGreaterThan(0)
  expect((await member.get(projects, harbour)).id).toBe(harbour)
  await set({ second_factor_from: inDays(1) })
  clock.advance(1_001)
  expect((await byPassword.list(organizations, mine)).length).toBeGreaterThan(0)
  await set({ second_factor_from: inDays(-1) })
  clock.advance(1_001)
  const loginMethodProblem = { status: 403, code: 'loginMethodRequired' }
  await expect(byPassword.list(organizations, mine)).rejects.toMatchObject(loginMethodProblem)
  await expect(member.get(projects, harbour)).rejects.toMatchObject(loginMethodProblem)
  // Project or member lists that include the password do not circumvent the policy.
  await db
    .updateTable('project')
    .set({ providers: ['COGNITO'] })
    .where('id', '=', harbour)
    .execute()
  clock.advance(1_001)
  const refused = await member.inject({ method: 'GET', url: `/mgw/api/v3/projects/${harbour}` })
  expect(refused.json().errors[0]).toMatchObject({
    code: 'loginMethodRequired',
    meta: { loginMethods: ['COGNITO_MFA'] },
  })
  expect((await as('mei', { secondFactor: true }).get(projects, harbour)).id).toBe(harbour)
  await db.updateTable('project').set({ providers: [] }).where('id', '=', harbour).execute()
  expect((await astrid().list(organizations, mine)).length).toBeGreaterThan(0)
  const provided = as('mei', { method: 'federation', provider: 'partnerengineering' })
  expect((await provided.get(projects, harbour)).id).toBe(harbour)
  expect(
    (await as('gro@fjellbane.example').list(projects, { filter: { customer: fjellbane } })).length,
  ).toBeGreaterThan(0)
  await set(none)
})

test('G9: an over-age session is asked to prove itself anew at this customer alone, and goes on once it has', async () => {
  const administrator = astrid()
  const member = as('ola', { secondFactor: true })
  await administrator.list(organizations, mine)
  expect((await member.get(projects, harbour)).id).toBe(harbour)
  await set({ longest_session_hours: 2 })
  const proved = (ago: number) =>
    db
      .updateTable('session')
      .set({ proved_at: new Date(clock.now() - ago).toISOString() })
      .where('user_id', 'in', [personId('astrid@nordbygg.example'), personId('ola@nordbygg.example')])
      .execute()
  await proved(7_300_000)
  clock.advance(1_001)
  const expectedProblem = { status: 403, code: 'stepUpRequired' }
  await expect(administrator.list(organizations, mine)).rejects.toMatchObject(expectedProblem)
  await expect(member.get(projects, harbour)).rejects.toMatchObject(expectedProblem)
  expect((await member.list(projects, { filter: { customer: nordbygg } })).length).toBe(0)
  expect((await member.inject({ method: 'GET', url: '/mgw/api/v3/users/me' })).statusCode).not.toBe(403)
  await proved(60_000)
  clock.advance(1_001)
  expect((await administrator.list(organizations, mine)).length).toBeGreaterThan(0)
  expect((await member.get(projects, harbour)).id).toBe(harbour)
  await set(none)
})

describe('a new project at a customer that is closed to the session is refused with what would open it', () => {
  const create = async (secondFactor = false) => {
    const answer = await as('mei', { secondFactor }).inject({
      method: 'POST',
      url: projects.path,
      payload: { data: { type: 'projects', attributes: { name: 'Closed quay' } } },
    })
    const [problem] = answer.json().errors ?? []
    return [answer.statusCode, problem?.code, problem?.meta?.loginMethods]
  }
  const created = [201, undefined, undefined]

  test('G10: without lists by the second factor and the providers, once its day has come', async () => {
    expect(await create()).toEqual(created)
    await set({ second_factor_from: inDays(-1) })
    const [status, code, methods] = await create()
    expect([status, code]).toEqual([403, 'loginMethodRequired'])
    expect(methods).toEqual(expect.arrayContaining(['COGNITO_MFA', 'partnerengineering']))
    expect(methods).not.toContain('COGNITO')
    expect(await create(true)).toEqual(created)
    await set(none)
  })

  test('G10: with the password on its list by the second factor, once its day has come', async () => {
    await set({ providers: ['COGNITO'], second_factor_from: inDays(-1) })
    expect(await create()).toEqual([403, 'loginMethodRequired', ['COGNITO_MFA']])
    expect(await create(true)).toEqual(created)
    await set(none)
  })

  test('G9: by a fresh proof alone when the session is too old for it, whatever its list', async () => {
    await set({ providers: ['COGNITO_MFA'], longest_session_hours: 2 })
    expect(await create(true)).toEqual(created)
    const late = as('mei', { secondFactor: true })
    await late.inject({ method: 'GET', url: '/mgw/api/v3/users/me' })
    await db
      .updateTable('session')
      .set({ proved_at: new Date(clock.now() - 3 * 3_600_000).toISOString() })
      .where('user_id', '=', personId('mei@nordbygg.example'))
      .execute()
    clock.advance(1_001)
    await expect(late.post(projects, { name: 'Closed quay' } as never)).rejects.toMatchObject({
      status: 403,
      code: 'stepUpRequired',
    })
    await set(none)
  })
})

test('G10: whoever would not open the project that they create is told by which methods they would, and nothing is created', async () => {
  const draft = { name: 'Closed to me', customer: nordbygg, providers: ['COGNITO_MFA'] }
  await expect(as('astrid').post(projects, draft as never)).rejects.toMatchObject({
    status: 403,
    code: 'loginMethodRequired',
  })
  expect(await db.selectFrom('project').select('id').where('name', '=', draft.name).execute()).toEqual([])
})

test('only addresses of the named domains are invited; who is there stays', async () => {
  const invite = (user: string) =>
    astrid().post(projectMembers, { project: harbour, user, privilegeLevel: 10, providers: [] })
  await set({ invite_domains: ['nordbygg.example'] })
  const counted = () =>
    db
      .selectFrom('app_user')
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
  const before = await counted()
  await expect(invite('new@elsewhere.example')).rejects.toMatchObject({ status: 422, code: 'domainNotInvited' })
  await expect(invite('gro@fjellbane.example')).rejects.toMatchObject({ status: 422, code: 'domainNotInvited' })
  expect(await counted()).toEqual(before)
  expect((await invite('new.colleague@nordbygg.example')).privilegeLevel).toBe(10)
  const known = await db
    .selectFrom('project_member as member')
    .innerJoin('app_user', 'app_user.id', 'member.user_id')
    .select('app_user.email')
    .where('member.customer_id', '=', nordbygg)
    .where('app_user.email', 'not like', '%@nordbygg.example')
    .where('app_user.guest', '=', false)
    .where('app_user.role', 'is', null)
    .where('member.project_id', '<>', harbour)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('project_member as own')
            .select('own.user_id')
            .whereRef('own.user_id', '=', 'member.user_id')
            .where('own.project_id', '=', harbour),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirstOrThrow()
  expect((await invite(known.email)).user).toBe(known.email)
  await set(none)
})

test('before it is saved it says who would be affected, and warns who would lock themselves out', async () => {
  const body = { secondFactorFrom: inDays(30), longestSessionHours: 1, inviteDomains: ['nordbygg.example'] }
  const parameters = { id: nordbygg }
  const reported = await as('astrid').call(previewSecurityPolicy, { parameters, body })
  expect(reported.locksOutMaker).toBe(true)
  expect(reported.withoutSecondFactor.count).toBeGreaterThan(3)
  expect(reported.withoutSecondFactor.named.length).toBe(Math.min(50, reported.withoutSecondFactor.count))
  expect(reported.ofOtherDomains.count).toBeGreaterThan(0)
  expect((await astrid().call(previewSecurityPolicy, { parameters, body })).locksOutMaker).toBe(false)
  await expect(as('gro@fjellbane.example').call(previewSecurityPolicy, { parameters, body })).rejects.toMatchObject({
    status: 404,
  })
  expect((await as('astrid').get(securityPolicies, nordbygg)).inviteDomains).toEqual([])
})

test('whoever has a name of one letter is reported by address, as in lists', async () => {
  const body = { secondFactorFrom: inDays(30) }
  const preview = () => as('astrid').call(previewSecurityPolicy, { parameters: { id: nordbygg }, body })
  const [first = ''] = (await preview()).withoutSecondFactor.named
  const person = await db
    .selectFrom('app_user')
    .select(['id', 'email'])
    .where('name', '=', first)
    .executeTakeFirstOrThrow()
  const account = db.updateTable('app_user').set({ given_name: 'A', family_name: '' })
  await account.where('id', '=', person.id).execute()
  const profile = db.updateTable('customer_user_profile').set({ first_name: null, last_name: null })
  await profile.where('user_id', '=', person.id).execute()
  expect((await preview()).withoutSecondFactor.named).toContain(person.email)
})

test('G4: of whom was added by address and has not accepted it says nothing, nor whether providers of others exist', async () => {
  const preview = (who: ReturnType<typeof as>, body: object) =>
    who.call(previewSecurityPolicy, { parameters: { id: nordbygg }, body: body as never })
  const bodies = [
    { loginMethods: ['COGNITO'] },
    { loginMethods: ['COGNITO_MFA'] },
    { longestSessionHours: 1 },
    { inviteDomains: ['nordbygg.example'] },
  ]
  const reports = () => Promise.all(bodies.map((body) => preview(astrid(), body)))
  const before = await reports()
  for (const user of ['gro@fjellbane.example', 'unknown.to.all@elsewhere.example']) {
    await astrid().post(projectMembers, { project: projectId('NB-2041'), user, privilegeLevel: 10, providers: [] })
  }
  expect(await reports()).toEqual(before)
  await expect(preview(astrid(), { loginMethods: ['no-such-provider'] })).rejects.toMatchObject({
    code: 'unknownReference',
  })
})

test('before it is saved it says who could sign in by none of its login methods, by what they have', async () => {
  const ask = (who: ReturnType<typeof as>, loginMethods: string[]) =>
    who.call(previewSecurityPolicy, { parameters: { id: nordbygg }, body: { loginMethods } })
  const any = await ask(as('astrid'), [])
  expect(any).toMatchObject({ withoutLoginMethod: { count: 0 }, locksOutMaker: false })
  const byPassword = await ask(as('astrid'), ['COGNITO'])
  expect(byPassword.locksOutMaker).toBe(false)
  expect((await ask(astrid(), ['COGNITO'])).locksOutMaker).toBe(false)

  // People with a password and no second factor cannot satisfy a list that requires both.
  const withFactor = await ask(as('astrid'), ['COGNITO_MFA'])
  expect(withFactor.locksOutMaker).toBe(true)
  expect(withFactor.withoutLoginMethod.count).toBe(
    byPassword.withoutLoginMethod.count + withFactor.withoutSecondFactor.count,
  )

  // With a single provider: everybody except linked people and those whose domain it is authoritative for.
  const byProvider = await ask(astrid(), ['partnerengineering'])
  expect(byProvider.locksOutMaker).toBe(true)
  expect(byProvider.withoutLoginMethod.count).toBeGreaterThan(withFactor.withoutLoginMethod.count)
  const provided = as('astrid', { method: 'federation', provider: 'partnerengineering' })
  expect((await ask(provided, ['partnerengineering'])).locksOutMaker).toBe(false)
  await db
    .insertInto('external_identity')
    .values({
      id: '018cc251-f400-7000-8000-0000000000aa',
      provider_id: 'partnerengineering',
      issuer: 'https://login.partner.example',
      subject: 'mei',
      user_id: personId('mei@nordbygg.example'),
      email: null,
      linked_at: inDays(-1),
    })
    .execute()
  expect((await ask(astrid(), ['partnerengineering'])).withoutLoginMethod.count).toBe(
    byProvider.withoutLoginMethod.count - 1,
  )
  await db.updateTable('sso_provider').set({ email_match: true }).where('id', '=', 'partnerengineering').execute()
  const spokenFor = await ask(astrid(), ['partnerengineering'])
  expect(spokenFor.withoutLoginMethod.count).toBeLessThan(byProvider.withoutLoginMethod.count - 1)
  // The provider's email expression applies too: of those it is authoritative for, only this person matches.
  const onlyOla = { email_regex: '(?i)ola@nordbygg\\.example' }
  await db.updateTable('sso_provider').set(onlyOla).where('id', '=', 'partnerengineering').execute()
  expect((await ask(astrid(), ['partnerengineering'])).withoutLoginMethod.count).toBe(
    byProvider.withoutLoginMethod.count - 2,
  )
  await db
    .updateTable('sso_provider')
    .set({ email_match: false, email_regex: null })
    .where('id', '=', 'partnerengineering')
    .execute()

  const asStaff = await ask(as('staff', { secondFactor: true }), ['partnerengineering'])
  expect(asStaff).toMatchObject({ locksOutMaker: false, withoutLoginMethod: { count: expect.any(Number) } })
  expect((await as('astrid').get(securityPolicies, nordbygg)).loginMethods).toEqual([])
})

test('those without a second factor are told by mail fourteen and three days ahead, once each, in their language', async () => {
  const job = { id: '018cc251-f400-7000-8000-00000000000b', attempt: 1, customer: null }
  const run = async () => {
    await policyNoticesJob.run({ platform, payload: {}, job, signal: new AbortController().signal })
    await untilIdle()
  }
  const mails = () => mailsTo('asa@vvsteknik.example').filter(({ subject }) => /VVS-Teknik[ _]AB/.test(subject))
  const vvsteknik = db.updateTable('customer').where('id', '=', customerId('vvsteknik'))
  await vvsteknik.set({ second_factor_from: inDays(20) }).execute()
  await run()
  expect(mails()).toHaveLength(0)
  clock.advance(7 * day)
  await run()
  await run()
  expect(mails()).toHaveLength(1)
  clock.advance(11 * day)
  await run()
  await run()
  expect(mails()).toHaveLength(2)
  expect(mails()[0]?.text).toContain('/mfa-setup')
})

test('a day that is near is told at once and once; one that has come is told to nobody', async () => {
  const job = { id: '018cc251-f400-7000-8000-00000000000c', attempt: 1, customer: null }
  const reported = async (days: number) => {
    const vvsteknik = db.updateTable('customer').where('id', '=', customerId('vvsteknik'))
    await vvsteknik.set({ second_factor_from: inDays(days) }).execute()
    const mails = () =>
      mailsTo('asa@vvsteknik.example').filter(({ subject }) => /VVS-Teknik[ _]AB/.test(subject)).length
    const before = mails()
    const run = async () => {
      await policyNoticesJob.run({ platform, payload: {}, job, signal: new AbortController().signal })
      await untilIdle()
    }
    await run()
    await run()
    const atOnce = mails() - before
    clock.advance(Math.max(0, days - 1) * day)
    await run()
    return [atOnce, mails() - before]
  }
  expect(await reported(10)).toEqual([1, 2])
  expect(await reported(2)).toEqual([1, 1])
  expect(await reported(-1)).toEqual([0, 0])
})

test('whose access to every project has ended is neither counted nor told by mail', async () => {
  const job = { id: '018cc251-f400-7000-8000-00000000000d', attempt: 1, customer: null }
  const [id, email] = [uuidv7(), 'once@elsewhere.example']
  const [project, customer_id] = [uuidv7(), fjellbane]
  const owner_id = personId('gro@fjellbane.example')
  const member = { project_id: project, user_id: id, customer_id, privilege_level: 10 }
  const owner = { ...member, user_id: owner_id, privilege_level: 30 }
  await db
    .insertInto('app_user')
    .values({ id, email, email_verified_at: inDays(-9), email_verified_by: 'mail' })
    .execute()
  await givePassword(db, email)
  await db.transaction().execute(async (transaction) => {
    await transaction.insertInto('project').values({ id: project, customer_id, name: 'Ended', owner_id }).execute()
    await transaction.insertInto('project_member').values(owner).execute()
  })
  const counted = async () => {
    const gro = as('gro@fjellbane.example', { secondFactor: true })
    const parameters = { id: fjellbane }
    return (await gro.call(previewSecurityPolicy, { parameters, body: {} })).withoutSecondFactor.count
  }
  const before = await counted()
  const policy = db.updateTable('customer').where('id', '=', fjellbane)
  await policy.set({ second_factor_from: inDays(10) }).execute()
  /** How many more are counted, and how many mails the person has. */
  const reported = async () => {
    await policyNoticesJob.run({ platform, payload: {}, job, signal: new AbortController().signal })
    await untilIdle()
    return [(await counted()) - before, mailsTo(email, '/mfa-setup').length]
  }
  const ended = db.updateTable('project_member').where('user_id', '=', id)
  await db.insertInto('project_member').values(member).execute()
  // Access ends by the clock of the database.
  await ended.set({ access_until: sql`now() - interval '1 day'` }).execute()
  expect(await reported()).toEqual([0, 0])
  const deleted = db.updateTable('project').where('id', '=', project)
  await ended.set({ access_until: sql`now() + interval '1 day'` }).execute()
  await deleted.set({ is_inactive: true, deleted_at: inDays(-1) }).execute()
  expect(await reported()).toEqual([0, 0])
  await deleted.set({ is_inactive: false, deleted_at: null }).execute()
  expect(await reported()).toEqual([1, 1])
  await policy.set({ second_factor_from: null }).execute()
})

test('a provider that staff assigned can be chosen again after it was removed, until staff assign others', async () => {
  const provider = { id: 'own-of-nordbygg', name: 'Own sign-in' }
  await db
    .insertInto('sso_provider')
    .values(provider as never)
    .execute()
  const staff = () => as('staff', { secondFactor: true })
  const assign = async (providers: string[]) => {
    const { version } = await staff().get(customers, nordbygg)
    await staff().patch(customers, nordbygg, { providers }, version)
  }
  const choose = async (loginMethods: string[]) => {
    const { version } = await staff().get(securityPolicies, nordbygg)
    return astrid().patch(securityPolicies, nordbygg, { loginMethods }, version)
  }
  await expect(choose([provider.id])).rejects.toMatchObject({
    code: 'unknownReference',
    source: { pointer: '/data/relationships/loginMethods' },
  })
  await assign([provider.id, 'COGNITO'])
  await choose(['COGNITO'])
  expect((await choose([provider.id, 'COGNITO'])).loginMethods).toEqual([provider.id, 'COGNITO'])
  await assign([])
  await expect(choose([provider.id])).rejects.toMatchObject({ code: 'unknownReference' })
})
