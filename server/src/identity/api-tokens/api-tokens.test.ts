import { customers } from '@lintel/contract/customers/customers'
import { createApiToken, listApiTokens, revokeApiToken } from '@lintel/contract/identity/api-tokens'
import { recordEmailProof } from '@lintel/contract/identity/email-proof'
import { jsonApiMediaType, toRequest } from '@lintel/contract/jsonapi/document'
import { address, listAddress } from '@lintel/contract/jsonapi/query'
import { projectMembers } from '@lintel/contract/people/members'
import { users } from '@lintel/contract/people/users'
import { projects } from '@lintel/contract/projects/projects'
import { describe, expect, test } from 'vitest'
import { demoPassword } from '../../../demo/credentials'
import { customerId } from '../../../demo/customers'
import { personId } from '../../../demo/person-id'
import { projectId } from '../../../demo/projects'
import { apiClient } from '../../../test/api-client'
import { browser } from '../../../test/browser'
import { captureStatements } from '../../../test/capture-statements'
import { interceptStatements } from '../../../test/intercept-statements'
import { world } from '../../../test/world'

const { app, db, clock, as } = await world()
const { beforeStatement, untilLockWaiters } = interceptStatements(db)
const [nordbygg, eiendom, fjellbane] = [customerId('nordbygg'), customerId('eiendom'), customerId('fjellbane')]
const reports = 'reports@nordbygg.example'
const harbour = projectId('NB-2041')
const day = 86_400_000
const inDays = (days: number) => new Date(clock.now() + days * day).toISOString()
const program = (token: string) => apiClient(app, async () => token)

const make = (who: string, more: object = {}) =>
  as(who).call(createApiToken, { body: { apiUser: reports, scopes: ['read'], expiresAt: inDays(90), ...more } })
const listProjects = listAddress(projects)
const read = async (token: string) => {
  const { statusCode, body } = await program(token).inject({ method: 'GET', url: listProjects })
  return statusCode < 400
    ? [statusCode]
    : [statusCode, JSON.parse(body).errors[0].code, JSON.parse(body).errors[0].detail]
}
const auditEvents = (target: string) =>
  db
    .selectFrom('audit_event')
    .select(['action', 'result', 'reason', 'tenant_id', 'actor_email', 'acting_as'])
    .where('target_id', '=', target)
    .orderBy('sequence')
    .execute()

describe('making', () => {
  test('D12: an administrator makes one for an API user; it is shown once, and stored as a hash alone', async () => {
    const made = await make('astrid', { name: 'Site gateway two' })
    expect(made.token).toMatch(/^lintel_api_[\w-]{43}$/)
    expect(await read(made.token)).toEqual([200])
    const stored = await db.selectFrom('api_token').selectAll().where('id', '=', made.id).executeTakeFirstOrThrow()
    expect(stored).toMatchObject({ name: 'Site gateway two', scopes: ['read'], last_used_ip: '127.0.0.1' })
    expect(JSON.stringify(stored)).not.toContain(made.token.slice(11))
    const { apiTokens } = await as('astrid').call(listApiTokens)
    const listed = apiTokens.find(({ id }) => id === made.id)
    expect(listed).toMatchObject({ apiUser: reports, createdBy: 'astrid@nordbygg.example', lastUsedFrom: '127.0.0.1' })
    expect(JSON.stringify(apiTokens)).not.toContain(made.token)
    expect(await auditEvents(made.id)).toMatchObject([
      { action: 'api-tokens.create', tenant_id: nordbygg, actor_email: 'astrid@nordbygg.example', acting_as: null },
    ])
  })

  test('who is no API user there, a foreign customer, too long a time and no scope are refused', async () => {
    for (const [more, code, pointer] of [
      [{ apiUser: 'mei@nordbygg.example' }, 'unknownReference', '/apiUser'],
      [{ apiUser: 'reports@fjellbane.example' }, 'unknownReference', '/apiUser'],
      [{ customer: fjellbane }, 'unknownReference', '/apiUser'],
      [{ expiresAt: inDays(367) }, 'invalid', '/expiresAt'],
      [{ expiresAt: inDays(-1) }, 'invalid', '/expiresAt'],
      [{ scopes: [] }, 'required', '/scopes'],
    ] as const) {
      await expect(make('astrid', more)).rejects.toMatchObject({ status: 422, code, source: { pointer } })
    }
    expect((await make('astrid', { expiresAt: inDays(365) })).apiUser).toBe(reports)
    await expect(make('mei')).rejects.toMatchObject({ status: 403, code: 'forbidden' })
  })

  test('D12: by a clock that is ahead of ours the longest time is asked for as well, and is no longer by ours', async () => {
    const seconds = 2_000
    const before = clock.now()
    const { id, expiresAt } = await make('astrid', { expiresAt: new Date(before + 365 * day + seconds).toISOString() })
    const after = clock.now()
    expect(Date.parse(expiresAt)).toBeGreaterThanOrEqual(before + 365 * day)
    expect(Date.parse(expiresAt)).toBeLessThanOrEqual(after + 365 * day)
    const stored = await db.selectFrom('api_token').select('expires_at').where('id', '=', id).executeTakeFirstOrThrow()
    expect(Date.parse(stored.expires_at)).toBe(Date.parse(expiresAt))
  })

  test('an address that is an API user of several customers asks which one is meant', async () => {
    const customerRole = { customer_id: eiendom, user_id: personId(reports) }
    await db.insertInto('customer_api_user').values(customerRole).execute()
    await expect(make('anna')).rejects.toMatchObject({
      status: 422,
      code: 'required',
      source: { pointer: '/customer' },
    })
    const { token, customer } = await make('anna', { customer: eiendom })
    expect(customer).toBe(eiendom)
    const read = await program(token).list(projects)
    expect(new Set(read.map(({ customer }) => customer))).toEqual(new Set([eiendom]))
    await db.deleteFrom('customer_api_user').where('customer_id', '=', eiendom).execute()
  })

  test('D6: a session that is ended in the same instant makes none; what ends it waits for one that is being made', async () => {
    const endSessions = () =>
      as('staff').inject({ method: 'DELETE', url: '/auth/v1/users/astrid@nordbygg.example/sessions' })
    const names = async () => {
      const made = db.selectFrom('api_token').select('name').where('name', 'like', 'Instant %').orderBy('name')
      return (await made.execute()).map(({ name }) => name)
    }
    const astrid = as('astrid')
    await astrid.call(listApiTokens)
    beforeStatement('begin', endSessions)
    const body = { apiUser: reports, scopes: ['read' as const], expiresAt: inDays(90), name: 'Instant one' }
    const tooLate = astrid.call(createApiToken, { body })
    await expect(tooLate).rejects.toMatchObject({ status: 401, code: 'sessionExpired' })
    expect(await names()).toEqual([])
    let ending: ReturnType<typeof endSessions> | undefined
    beforeStatement('insert into "api_token"', async () => {
      ending = endSessions()
      await untilLockWaiters('update "session"')
    })
    await make('astrid', { name: 'Instant two' })
    expect((await ending)?.statusCode).toBe(204)
    expect(await names()).toEqual(['Instant two'])
  })

  test('G4: administrators neither see nor revoke the tokens of another customer', async () => {
    const made = await make('astrid')
    const { apiTokens } = await as('gro@fjellbane.example').call(listApiTokens)
    expect(apiTokens).toEqual([])
    const parameters = { id: made.id }
    await expect(as('gro@fjellbane.example').call(revokeApiToken, { parameters })).rejects.toMatchObject({
      status: 404,
    })
    expect(await read(made.token)).toEqual([200])
  })
})

describe('what a token reaches', () => {
  test('D12, G4: it is nothing but its customer: not what its person is a member of elsewhere', async () => {
    const foreign = projectId('FB-310')
    const owner = await db
      .selectFrom('project')
      .select(['id', 'customer_id'])
      .where('customer_id', '=', fjellbane)
      .limit(1)
      .executeTakeFirstOrThrow()
    const project_id = owner.id ?? foreign
    await db
      .insertInto('project_member')
      .values({ project_id, customer_id: fjellbane, user_id: personId(reports), privilege_level: 20 })
      .execute()
    expect((await as(reports).get(projects, project_id)).id).toBe(project_id)
    const { token } = await make('astrid', { scopes: ['read', 'members:write', 'content:write'] })
    await expect(program(token).get(projects, project_id)).rejects.toMatchObject({ status: 404 })
    const listed = await program(token).list(projects)
    expect(listed.length).toBeGreaterThan(5)
    expect(new Set(listed.map(({ customer }) => customer))).toEqual(new Set([nordbygg]))
    const members = await program(token).list(projectMembers)
    expect(new Set(members.map(({ customer }) => customer))).toEqual(new Set([nordbygg]))
    await expect(program(token).list(users, { filter: { customerId: fjellbane } })).rejects.toMatchObject({
      status: 403,
    })
    const seen = await program(token).list(users)
    expect(seen.length).toBeGreaterThan(10)
    expect(seen.filter(({ id }) => id.endsWith('@fjellbane.example'))).toEqual([])
  })

  test('G5: with members:write it adds a member as an administrator, and the audit log names the token', async () => {
    const { id: token, token: bearer } = await make('astrid', { scopes: ['read', 'members:write'] })
    const email = 'new.program@partner.example'
    const added = await program(bearer).post(projectMembers, {
      project: harbour,
      user: email,
      privilegeLevel: 10,
      providers: [],
    })
    const stored = await db
      .selectFrom('project_member')
      .select(['privilege_level', 'created_by'])
      .where('project_id', '=', harbour)
      .where('user_id', '=', added.id.split('.')[1] ?? '')
      .executeTakeFirstOrThrow()
    expect(stored).toEqual({ privilege_level: 10, created_by: personId(reports) })
    const [event] = await auditEvents(added.id)
    expect(event).toMatchObject({ actor_email: reports, acting_as: token, tenant_id: nordbygg })
    for (const privilegeLevel of [25, 30] as const)
      await expect(
        program(bearer).inject({
          method: 'PATCH',
          url: address(projectMembers, added.id),
          headers: { 'content-type': jsonApiMediaType },
          payload: JSON.stringify({ data: { type: 'project-members', id: added.id, attributes: { privilegeLevel } } }),
        }),
      ).resolves.toMatchObject({ statusCode: 422 })
  })

  test('D12: beyond its scope it is refused in plain words, and nothing changes', async () => {
    const { token } = await make('astrid', { scopes: ['read'] })
    const request = toRequest(projectMembers, {
      project: harbour,
      user: 'other@partner.example',
      privilegeLevel: 10,
      providers: [],
    })
    const counted = () =>
      db
        .selectFrom('project_member')
        .select(({ fn }) => fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
    const before = await counted()
    const refused = await program(token).inject({
      method: 'POST',
      url: projectMembers.path,
      headers: { 'content-type': jsonApiMediaType },
      payload: JSON.stringify(request),
    })
    expect([refused.statusCode, refused.json().errors[0].detail]).toEqual([
      403,
      'The API token does not have the scope members:write',
    ])
    expect(await counted()).toEqual(before)
    const profile = await program(token).inject({ method: 'GET', url: '/auth/v1/sessions' })
    expect([profile.statusCode, profile.json().errors[0].detail]).toEqual([
      403,
      'This cannot be done with an API token',
    ])
  })
})

describe('what ends it', () => {
  test('D12: revoking it, at once; the next use says so, and the audit log is told once an hour', async () => {
    const { id, token } = await make('astrid')
    expect(await read(token)).toEqual([200])
    await as('astrid').call(revokeApiToken, { parameters: { id } })
    expect(await read(token)).toEqual([401, 'invalidToken', 'The API token was revoked'])
    expect(await read(token)).toEqual([401, 'invalidToken', 'The API token was revoked'])
    expect((await auditEvents(id)).map(({ action, reason }) => [action, reason])).toEqual([
      ['api-tokens.create', null],
      ['api-tokens.revoke', null],
      ['api-tokens.use', 'revoked'],
    ])
    clock.advance(61 * 60_000)
    await read(token)
    expect(await auditEvents(id)).toHaveLength(4)
    await expect(as('astrid').call(revokeApiToken, { parameters: { id } })).rejects.toMatchObject({ status: 404 })
  })

  test('D12: its last day', async () => {
    const { token } = await make('astrid', { expiresAt: inDays(2) })
    clock.advance(2 * day - 60_000)
    expect(await read(token)).toEqual([200])
    clock.advance(61_000)
    expect(await read(token)).toEqual([401, 'invalidToken', 'The API token has expired'])
  })

  test('D12: its API user being taken off the list, also when they come back', async () => {
    const { token } = await make('astrid')
    expect(await read(token)).toEqual([200])
    const customerRole = { customer_id: nordbygg, user_id: personId(reports) }
    await db.deleteFrom('customer_api_user').where('user_id', '=', customerRole.user_id).execute()
    clock.advance(1_001)
    expect(await read(token)).toEqual([401, 'invalidToken', 'The API token has ended'])
    await db.insertInto('customer_api_user').values(customerRole).execute()
    expect(await read(token)).toEqual([401, 'invalidToken', 'The API token has ended'])
    expect(await read((await make('astrid')).token)).toEqual([200])
  })

  test('D12: the proof of a mailbox that nobody had proved: whoever had the token made may have been anybody', async () => {
    const { token, id } = await make('astrid')
    expect(await read(token)).toEqual([200])
    const unproved = { email_verified_at: null, email_verified_by: null }
    await db.updateTable('app_user').set(unproved).where('id', '=', personId(reports)).execute()
    const parameters = { email: reports }
    await as('staff', { secondFactor: true }).call(recordEmailProof, { parameters })
    clock.advance(1_001)
    expect((await read(token))[0]).toBe(401)
    const stored = await db.selectFrom('api_token').select('end_reason').where('id', '=', id).executeTakeFirstOrThrow()
    expect(stored.end_reason).toBe('mailbox-proved')
  })

  test('D12: its API user being disabled', async () => {
    const { token } = await make('astrid')
    expect(await read(token)).toEqual([200])
    const set = (is_inactive: boolean) =>
      db.updateTable('app_user').set({ is_inactive }).where('id', '=', personId(reports)).execute()
    await set(true)
    clock.advance(1_001)
    expect((await read(token))[0]).toBe(401)
    await set(false)
    expect((await read(token))[0]).toBe(401)
  })
})

describe('where it does not work', () => {
  test('D2, D12: in the cookie of the browser, or exchanged like a refresh secret', async () => {
    const { token } = await make('astrid')
    const page = browser(app)
    const cookie = 'lintel-refresh'
    const signedIn = await page.post('/auth/v1/login', {
      username: 'astrid@nordbygg.example',
      password: demoPassword,
      rememberMe: true,
    })
    expect([signedIn.statusCode, page.cookies.has(cookie)]).toEqual([200, true])
    expect((await page.post('/auth/v1/refresh', {})).statusCode).toBe(200)
    page.cookies.set(cookie, token)
    const refreshed = await page.post('/auth/v1/refresh', {})
    expect([refreshed.statusCode, refreshed.json().errors[0].code]).toEqual([401, 'sessionExpired'])
    page.cookies.set(cookie, token)
    expect((await page.get(listProjects)).statusCode).toBe(401)
    const exchanged = await page.post('/auth/v1/refresh', { refreshToken: token })
    expect([exchanged.statusCode, page.cookies.get(cookie)]).not.toEqual([200, token])
    expect(exchanged.statusCode).toBe(401)
    expect(await read(token)).toEqual([200])
  })

  test('D12: an unknown token opens nothing', async () => {
    expect((await read(`lintel_api_${'A'.repeat(43)}`)).slice(0, 2)).toEqual([401, 'invalidToken'])
  })

  test('B4: one token that asks too often waits, whatever its address; others do not', async () => {
    const busy = await world({ rates: { general: { calls: 5, seconds: 60 } } })
    const made = async () =>
      busy.as('astrid').call(createApiToken, {
        body: { apiUser: reports, scopes: ['read'], expiresAt: new Date(busy.clock.now() + day).toISOString() },
      })
    const [one, other] = [await made(), await made()]
    const asked = async (token: string) =>
      (await apiClient(busy.app, async () => token).inject({ method: 'GET', url: listProjects })).statusCode
    const statuses: number[] = []
    for (let times = 0; times < 7; times++) statuses.push(await asked(one.token))
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
    expect(await asked(other.token)).toBe(200)
  })

  test('B4: unknown tokens are looked up only while their address has calls left, and those of another form never', async () => {
    const busy = await world({ rates: { general: { calls: 4, seconds: 60 } } })
    const expiresAt = new Date(busy.clock.now() + day).toISOString()
    const body = { apiUser: reports, scopes: ['read' as const], expiresAt }
    const { token } = await busy.as('astrid').call(createApiToken, { body })
    const other = await busy.as('astrid').call(createApiToken, { body })
    const unknown = `lintel_api_${'A'.repeat(43)}`
    const statusOf = async (bearer: string, request: { method: 'GET' | 'POST'; url: string }) =>
      (await apiClient(busy.app, async () => bearer).inject(request)).statusCode
    /** The status of a request, and whether it looked up a token. */
    const result = async (bearer: string, url = listProjects, method: 'GET' | 'POST' = 'GET') => {
      let status = 0
      const statements = await captureStatements(async () => {
        status = await statusOf(bearer, { method, url })
      })
      return [status, statements.some((statement) => statement.includes('api_token'))]
    }
    expect(await result(token)).toEqual([200, true])
    expect(await result(unknown.slice(0, -1))).toEqual([401, false])
    for (let times = 0; times < 3; times++) expect(await result(unknown)).toEqual([401, true])
    expect(await result(unknown)).toEqual([429, false])
    // Also after another token was revoked and all are read again.
    await busy.as('astrid').call(revokeApiToken, { parameters: { id: other.id } })
    busy.clock.advance(2_000)
    expect(await result(token)).toEqual([200, true])
    // Sign-in calls count failures alone.
    busy.clock.advance(60_000)
    for (let times = 0; times < 4; times++)
      expect(await result(unknown, '/auth/v1/step-up', 'POST')).toEqual([401, true])
    expect(await result(unknown, '/auth/v1/step-up', 'POST')).toEqual([429, false])
  })
})

describe('a service account', () => {
  const gateway = 'gateway@nordbygg.example'

  test('D12: is made by naming an address that nobody has, holds tokens, and is signed in as by nobody', async () => {
    const staff = as('staff', { secondFactor: true })
    const { apiUsers, version } = await staff.get(customers, nordbygg)
    await staff.patch(customers, nordbygg, { apiUsers: [...apiUsers, gateway] }, version)
    const stored = await db
      .selectFrom('app_user')
      .select(['id', 'service_account', 'home_customer_id'])
      .where('email', '=', gateway)
      .executeTakeFirstOrThrow()
    expect(stored).toMatchObject({ service_account: true, home_customer_id: nordbygg })
    const made = await make('astrid', { apiUser: gateway })
    expect(made.isServiceAccount).toBe(true)
    expect(await read(made.token)).toEqual([200])
    const page = browser(app)
    expect((await page.post('/auth/v1/change-password/request', { username: gateway })).statusCode).toBe(202)
    expect(await db.selectFrom('password_reset').selectAll().where('user_id', '=', stored.id).execute()).toEqual([])
    await expect(as(gateway).get(projects, harbour)).rejects.toMatchObject({ status: 401 })
  })

  test('what is no address is refused as before', async () => {
    const staff = as('staff', { secondFactor: true })
    const { apiUsers } = await staff.get(customers, nordbygg)
    await expect(staff.patch(customers, nordbygg, { apiUsers: [...apiUsers, 'no address'] })).rejects.toMatchObject({
      status: 422,
      code: 'unknownReference',
    })
  })
})
