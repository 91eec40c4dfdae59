import { customers } from '@lintel/contract/customers/customers'
import { exportUsersJson, exportUsersSpreadsheet } from '@lintel/contract/exchange/users-export'
import {
  createFeedToken,
  listFeedTokens,
  rememberMeRequired,
  revokeFeedToken,
} from '@lintel/contract/identity/feed-tokens'
import { listAddress } from '@lintel/contract/jsonapi/query'
import { projectMembers } from '@lintel/contract/people/members'
import { users } from '@lintel/contract/people/users'
import { projectStats } from '@lintel/contract/projects/project-stats'
import { projects } from '@lintel/contract/projects/projects'
import { describe, expect, test } from 'vitest'
import { demoPassword } from '../../../demo/credentials'
import { customerId } from '../../../demo/customers'
import { feedTokenId } from '../../../demo/feed-tokens'
import { personId } from '../../../demo/person-id'
import { browser } from '../../../test/browser'
import { interceptStatements } from '../../../test/intercept-statements'
import { secondFactors } from '../../../test/second-factors'
import { world } from '../../../test/world'

const unlimited = { calls: 1_000_000, seconds: 60 }
const opened = await world({ rates: { general: unlimited, signIn: unlimited } })
const { app, db, clock, as, routes } = opened
const { beforeStatement, untilLockWaiters } = interceptStatements(db)
const { signIn, setUp, code, wrongCode, verify, freshStep } = secondFactors(opened)
const [anna, astrid, reports] = ['anna@nordbygg.example', 'astrid@nordbygg.example', 'reports@nordbygg.example']
const [nordbygg, eiendom, fjellbane] = [customerId('nordbygg'), customerId('eiendom'), customerId('fjellbane')]
const day = 86_400_000
/** Status and first problem code of a response. */
const statusAndCode = ({ statusCode, body }: { statusCode: number; body: string }) => [
  statusCode,
  statusCode < 400 ? undefined : JSON.parse(body).errors[0].code,
]
/** A request as a spreadsheet sends it: without cookies and not from our page. */
const query = browser(app, { isOurPage: false })

const login = (username: string, more: object = {}) =>
  query.post('/mgw/api/v2/login', { username, password: demoPassword, ...more })
async function feedOf(username: string, more: object = {}) {
  const answer = await login(username, more)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ accessToken: string; refreshToken: string }>()
}
const refresh = (refreshToken: string) => query.post('/auth/v1/refresh', { refreshToken })
const get = (token: string, url: string) => query.get(url, { authorization: `Bearer ${token}` })
const exportsOf = (customer: string) => [
  listAddress(projects, { filter: { customer } }),
  listAddress(projectStats, { filter: { customer } }),
  listAddress(users, { filter: { customerId: customer } }),
  listAddress(projectMembers, { filter: { customer } }),
  `${exportUsersJson.path}?customer=${customer}`,
]
const read = async (token: string, customer = nordbygg) => statusAndCode(await get(token, exportsOf(customer)[0] ?? ''))
const claims = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
const over = [401, 'sessionExpired']
const good = [200, undefined]
const auditEventsOf = async (email: string) => {
  const events = await db
    .selectFrom('audit_event')
    .select(['action', 'result', 'reason', 'tenant_id as tenant'])
    .where('actor_email', '=', email)
    .where('action', 'like', 'feed-token.%')
    .orderBy('id')
    .execute()
  return events.map(({ action, reason, tenant }) => [action, reason, tenant])
}
/** A valid token of a person, before something changes. */
async function working(email: string, customer = nordbygg) {
  const feed = await feedOf(email, { customer })
  expect([await read(feed.accessToken, customer), statusAndCode(await refresh(feed.refreshToken))]).toEqual([
    good,
    good,
  ])
  return feed
}
async function expectEnded({ accessToken, refreshToken }: { accessToken: string; refreshToken: string }) {
  expect([await read(accessToken), statusAndCode(await refresh(refreshToken))]).toEqual([over, over])
}

describe('the server token call', () => {
  test('D10: gives an API user a token of its own type and audience for the exports of their customer', async () => {
    const { accessToken, refreshToken } = await feedOf(reports)
    expect(refreshToken).toMatch(/^feed_[\w-]{43}$/)
    expect(claims(accessToken)).toMatchObject({ aud: 'lintel:exports', sub: personId(reports) })
    for (const url of exportsOf(nordbygg)) {
      const answer = await get(accessToken, url)
      expect([url, answer.statusCode]).toEqual([url, 200])
      expect(answer.json().data.length, url).toBeGreaterThan(0)
    }
    const stored = await db.selectFrom('feed_token').selectAll().where('user_id', '=', personId(reports)).execute()
    expect(JSON.stringify(stored)).not.toContain(refreshToken.slice(5))
    expect(await auditEventsOf(reports)).toContainEqual(['feed-token.create', null, nordbygg])
  })

  test('D10: asks who has several customers which one, and gives none of a foreign one', async () => {
    const asked = await login(anna)
    expect([asked.statusCode, asked.json().errors[0]]).toMatchObject([
      422,
      { code: 'required', source: { pointer: '/customer' } },
    ])
    for (const customer of [fjellbane, 'nowhere']) {
      expect(statusAndCode(await login(anna, { customer }))).toEqual([404, 'notFound'])
    }
    expect(await read((await feedOf(anna, { customer: eiendom })).accessToken, eiendom)).toEqual(good)
  })

  test('D10: gives none to members, guests and staff, nor to who has to choose a password first', async () => {
    for (const email of ['mei@nordbygg.example', 'guest@partner.example', 'staff@lintel.example']) {
      expect([email, ...statusAndCode(await login(email))]).toEqual([email, 403, 'forbidden'])
    }
    expect(statusAndCode(await login('nina@nordbygg.example'))).toEqual([403, 'passwordUpdateRequired'])
    expect(statusAndCode(await login('odd@nordbygg.example'))).toEqual([400, 'password_reset_needed'])
  })

  test('B7: answers unknown people, wrong passwords and disabled people alike', async () => {
    expect((await login('gro@fjellbane.example')).statusCode).toBe(200)
    const answers = await Promise.all([
      login('gro@fjellbane.example', { password: 'wrong' }),
      login('nobody@nowhere.example'),
      login('per@nordbygg.example'),
    ])
    const shown = answers.map((answer) => ({
      status: answer.statusCode,
      headers: Object.keys(answer.headers).sort(),
      code: answer.json().code,
      errors: answer.json().errors.map((error: object) => ({ ...error, id: undefined })),
    }))
    expect(shown[0]).toMatchObject({ status: 401, code: 'invalid_grant' })
    expect(shown[1]).toEqual(shown[0])
    expect(shown[2]).toEqual(shown[0])
  })

  test('B1: counts wrong passwords together with those of other ways in', async () => {
    const email = 'helga@stalbygg.example'
    expect((await login(email)).statusCode).toBe(200)
    for (let time = 0; time < 3; time++) await login(email, { password: 'wrong' })
    for (let time = 0; time < 2; time++) await query.post('/auth/v1/login', { username: email, password: 'wrong' })
    expect(statusAndCode(await login(email))).toEqual([401, 'invalid_grant'])
    clock.advance(31_000)
    expect((await login(email)).statusCode).toBe(200)
  })
})

describe('what a feed token reaches', () => {
  test('D10: the lists of its customer and nothing else, by any method', async () => {
    const { accessToken } = await feedOf(anna, { customer: nordbygg })
    expect(await read(accessToken)).toEqual(good)
    const customer = nordbygg
    const refused = [
      ...exportsOf(eiendom),
      projects.path,
      listAddress(projects, { filter: { customer }, include: ['owner'] }),
      listAddress(users, { filter: { q: 'mei' } }),
      `${projects.path}?filter[q]=${nordbygg}`,
      `${exportUsersJson.path}?filter[customer]=${customer}`,
      `${exportUsersSpreadsheet.path}?customer=${customer}`,
    ]
    for (const url of refused)
      expect([url, ...statusAndCode(await get(accessToken, url))]).toEqual([url, 403, 'forbidden'])
    const headers = { authorization: `Bearer ${accessToken}` }
    const reached: string[] = []
    for (const { method, url, terms } of routes) {
      if (terms.ignoresBearer) continue
      const answer = await app.inject({ method, url: url.replaceAll(/:\w+/g, nordbygg), headers })
      if (answer.statusCode !== 403) reached.push(`${method} ${url}: ${answer.statusCode}`)
    }
    // Two exports are of the token's customer where they name none. Exports per project: this id belongs to no project. Foreign projects are tested with each export.
    expect(reached.sort()).toEqual([
      'GET /mgw/api/v1/classifications/stats: 200',
      'GET /mgw/api/v1/project-stats: 200',
      'GET /odata/:customer/$metadata: 200',
      'GET /odata/:customer/:table/$count: 404',
      'GET /odata/:customer/:table: 404',
      'GET /odata/:customer: 200',
      'GET /project-:project/api/v1/checklists/export/json: 404',
      'GET /project-:project/api/v1/checklists: 404',
      'GET /project-:project/api/v1/topics/export/json: 404',
      'GET /project-:project/api/v1/topics: 404',
      'POST /mgw/api/v1/projects/:id/_starttrigger: 404',
    ])
  })

  test('D10: of its customer alone, however the list is narrowed, and names no other that its owner administers', async () => {
    const { accessToken } = await feedOf(anna, { customer: nordbygg })
    const own = await as('anna').list(users, { filter: { customerId: nordbygg, q: 'anna' } })
    expect(own[0]?.customerAdminFor).toContain(eiendom)
    const shown = await get(accessToken, listAddress(users, { filter: { customerId: nordbygg, q: 'anna' } }))
    expect(shown.body).toContain(anna)
    expect(shown.body).not.toContain(eiendom)
    const [foreign] = await as('anna').list(projects, { filter: { customer: eiendom } })
    const both = { filter: { customer: nordbygg, project: foreign?.id } }
    expect((await get(accessToken, listAddress(projectMembers, both))).json().data).toEqual([])
  })

  test('D10: no session: neither kind of token passes for the other', async () => {
    const { accessToken, refreshToken } = await feedOf(reports)
    const person = await signIn(reports, { page: browser(app, { isOurPage: false }), rememberMe: true })
    expect((await person.get('/auth/v1/sessions')).statusCode).toBe(200)
    const changed = await query.post(
      '/auth/v1/change-password',
      { accessToken, oldPassword: demoPassword, newPassword: 'a sentence nobody knows' },
      { authorization: `Bearer ${person.idToken}` },
    )
    expect(statusAndCode(changed)).toEqual([401, 'invalidToken'])
    expect(statusAndCode(await get(person.accessToken, exportsOf(nordbygg)[0] ?? ''))).toEqual([401, 'invalidToken'])
    await query.post('/auth/v1/logout', { refreshToken })
    expect(statusAndCode(await refresh(refreshToken))).toEqual(good)
    expect(statusAndCode(await refresh(`feed_${'A'.repeat(43)}`))).toEqual(over)
  })
})

describe('a feed token in use', () => {
  test('D10: is exchanged for ten minutes at a time, stays the same, and notes its last use', async () => {
    const { refreshToken } = await feedOf(reports)
    const lastUsed = async () => (await as(reports).call(listFeedTokens)).feedTokens[0]?.lastUsedAt
    expect(await lastUsed()).toBeNull()
    const [first, second] = [await refresh(refreshToken), await refresh(refreshToken)]
    for (const answer of [first, second]) {
      expect(answer.json()).toMatchObject({ refreshToken, expiresIn: 600 })
      expect(claims(answer.json().idToken)).toMatchObject({ aud: 'lintel:exports' })
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
    expect(await lastUsed()).toEqual(expect.any(String))
    expect(await read(first.json().idToken)).toEqual(good)
    clock.advance(11 * 60_000)
    expect(await read(first.json().idToken)).toEqual([401, 'invalidToken'])
    expect(await read((await refresh(refreshToken)).json().idToken)).toEqual(good)
  })
})

describe('a second factor', () => {
  test('D10: is asked for as at any sign-in, and its code makes the feed token, never a session', async () => {
    const { secret } = await setUp(await signIn(astrid))
    const challenged = async () => {
      const answer = await login(astrid)
      expect([answer.statusCode, answer.json().result]).toEqual([401, 'CHALLENGE_REQUESTED'])
      expect(answer.body).not.toContain('accessToken')
      return answer.json().session
    }
    const sessions = () => db.selectFrom('session').select('id').where('user_id', '=', personId(astrid)).execute()
    const before = await sessions()
    const ticket = await challenged()
    expect(statusAndCode(await verify(query, ticket, astrid, wrongCode(secret)))).toEqual([400, 'invalidCode'])
    // Our own page gets no session for it either.
    const page = browser(app)
    const verified = await verify(page, ticket, astrid, code(secret))
    expect(verified.statusCode, verified.body).toBe(200)
    expect(page.cookies.has('lintel-refresh')).toBe(false)
    const { idToken, accessToken, refreshToken } = verified.json()
    expect([idToken, claims(idToken).aud]).toEqual([accessToken, 'lintel:exports'])
    expect(await read(idToken)).toEqual(good)
    expect(statusAndCode(await get(idToken, '/auth/v1/sessions'))).toEqual([403, 'forbidden'])
    expect(statusAndCode(await refresh(refreshToken))).toEqual(good)
    expect(await sessions()).toEqual(before)
    freshStep()
    expect(statusAndCode(await verify(query, ticket, astrid, code(secret)))).toEqual([401, 'invalidSession'])
  })

  test('D10: of four uses of one code at once, one makes a feed token', async () => {
    const asa = 'asa@vvsteknik.example'
    const { secret } = await setUp(await signIn(asa))
    const tickets = await Promise.all(Array.from({ length: 4 }, async () => (await login(asa)).json().session))
    const given = code(secret)
    const answers = await Promise.all(tickets.map((ticket) => verify(query, ticket, asa, given)))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect((await as('asa').call(listFeedTokens)).feedTokens).toHaveLength(1)
  })
})

describe('a signed-in person', () => {
  test('D10: makes one in a session with remember-me only, and is told so in the words of the specification', async () => {
    const create = { body: { customer: nordbygg } }
    const made = await as('anna', { rememberMe: true }).call(createFeedToken, create)
    expect(made).toMatchObject({ customer: nordbygg, customerName: 'Nordbygg AS', lastUsedAt: null })
    expect(Date.parse(made.expiresAt) - Date.parse(made.createdAt)).toBe(365 * day)
    expect(await read(made.accessToken)).toEqual(good)
    await expect(as('anna').call(createFeedToken, create)).rejects.toMatchObject({
      code: 'forbidden',
      problems: [{ detail: rememberMeRequired }],
    })
  })

  test('D10: says which customer, and makes none of a foreign one or without any', async () => {
    const remembered = (name: string) => as(name, { rememberMe: true })
    const created = remembered('helga').call(createFeedToken, { body: {} })
    expect(await created).toMatchObject({ customer: customerId('stalbygg') })
    await expect(remembered('anna').call(createFeedToken, { body: {} })).rejects.toMatchObject({
      code: 'required',
      source: { pointer: '/customer' },
    })
    const foreign = { body: { customer: fjellbane } }
    await expect(remembered('anna').call(createFeedToken, foreign)).rejects.toMatchObject({ code: 'notFound' })
    await expect(remembered('mei').call(createFeedToken, { body: {} })).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('G9: makes one within ten minutes of a proof', async () => {
    const email = 'j.gross@fassade.example'
    const person = as(email, { rememberMe: true })
    expect(await person.call(createFeedToken, { body: {} })).toMatchObject({ customer: customerId('fassade') })
    clock.advance(601_000)
    await expect(person.call(createFeedToken, { body: {} })).rejects.toMatchObject({ code: 'stepUpRequired' })
  })

  test('D10: sees and ends their own only; the trail tells of making, ending and every use after it', async () => {
    const email = 'reports@fjellbane.example'
    const feed = await working(email, fjellbane)
    const { feedTokens } = await as(email).call(listFeedTokens)
    expect(feedTokens).toMatchObject([{ customer: fjellbane, customerName: 'Fjellbane Infra AS' }])
    const id = feedTokens[0]?.id ?? ''
    for (const [who, foreign] of [
      ['gro', id],
      [email, feedTokenId],
      [email, 'none'],
    ] as const) {
      const revoking = as(who).call(revokeFeedToken, { parameters: { id: foreign } })
      await expect(revoking).rejects.toMatchObject({ code: 'notFound' })
    }
    expect(statusAndCode(await refresh(feed.refreshToken))).toEqual(good)
    await as(email).call(revokeFeedToken, { parameters: { id } })
    await expectEnded(feed)
    expect((await as(email).call(listFeedTokens)).feedTokens).toEqual([])
    await expect(as(email).call(revokeFeedToken, { parameters: { id } })).rejects.toMatchObject({ code: 'notFound' })
  })

  test('J1: the trail of the customer has each making, exchange, end, and use after the end', async () => {
    expect(await auditEventsOf('reports@fjellbane.example')).toEqual([
      ['feed-token.create', null, fjellbane],
      ['feed-token.refresh', null, fjellbane],
      ['feed-token.refresh', null, fjellbane],
      ['feed-token.revoke', null, fjellbane],
      ['feed-token.refresh', 'revoked', fjellbane],
    ])
  })

  test('G10: it keeps the login method that it was made by, and reads a customer only as long as that opens it', async () => {
    const email = 'gro@fjellbane.example'
    const setMethods = (providers: string[]) =>
      db.updateTable('customer').set({ providers }).where('id', '=', fjellbane).execute()
    const byPassword = await feedOf(email, { customer: fjellbane })
    expect(await read(byPassword.accessToken, fjellbane)).toEqual(good)
    await setMethods(['COGNITO_MFA'])
    expect(await read(byPassword.accessToken, fjellbane)).toEqual([403, 'loginMethodRequired'])
    const byFactor = as(email, { rememberMe: true, secondFactor: true })
    const { accessToken } = await byFactor.call(createFeedToken, { body: {} })
    expect(await read(accessToken, fjellbane)).toEqual(good)
    await setMethods([])
    expect(await read(byPassword.accessToken, fjellbane)).toEqual(good)
  })
})

test('who has to set a password reads nothing with a token made by password, and reads on with one made at a provider', async () => {
  const { accessToken } = await working(reports)
  const own = db.updateTable('app_user').where('id', '=', personId(reports))
  const token = db.updateTable('feed_token').where('id', '=', claims(accessToken).sid)
  await own.set({ must_update_password: true }).execute()
  expect(await read(accessToken)).toEqual([403, 'passwordUpdateRequired'])
  await token.set({ login_method: 'partnerengineering' }).execute()
  expect(await read(accessToken)).toEqual(good)
  await own.set({ must_update_password: false }).execute()
})

/** Creates a token in a session that has begun before. */
const sessionOf = async (email: string) => {
  const maker = as(email, { rememberMe: true })
  await maker.call(listFeedTokens)
  return () => maker.call(createFeedToken, { body: { customer: nordbygg } })
}

describe('a session that is ended in the same instant', () => {
  const email = astrid
  const endSessions = () => as('staff').inject({ method: 'DELETE', url: `/auth/v1/users/${email}/sessions` })
  const valid = () =>
    db
      .selectFrom('feed_token')
      .select('id')
      .where('user_id', '=', personId(email))
      .where('ended_at', 'is', null)
      .execute()

  test('D6: makes none', async () => {
    await endSessions()
    const create = await sessionOf(email)
    beforeStatement('begin', endSessions)
    await expect(create()).rejects.toMatchObject({ status: 401, code: 'sessionExpired' })
    expect(await valid()).toEqual([])
  })

  test('D6: has one ended that it is making', async () => {
    const create = await sessionOf(email)
    let ending: ReturnType<typeof endSessions> | undefined
    beforeStatement('insert into feed_token', async () => {
      ending = endSessions()
      await untilLockWaiters('update "session"')
    })
    const { id } = await create()
    expect((await ending)?.statusCode).toBe(204)
    expect(await valid()).toEqual([])
    const reason = db.selectFrom('feed_token').select('end_reason').where('id', '=', id)
    expect(await reason.execute()).toEqual([{ end_reason: 'ended-by-administrator' }])
  })
})

describe('a role that is withdrawn in the same instant', () => {
  const email = astrid
  const setAdministrators = async (isKept: boolean) => {
    const { customerAdmins } = await as('staff').get(customers, nordbygg)
    const others = customerAdmins.filter((administrator) => administrator !== email)
    await as('staff').patch(customers, nordbygg, { customerAdmins: isKept ? [...others, email] : others })
  }
  const lastOf = () =>
    db
      .selectFrom('feed_token')
      .select(['id', 'end_reason'])
      .where('user_id', '=', personId(email))
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()

  test('D6: makes none, also when it comes back', async () => {
    const create = await sessionOf(email)
    const { id } = await create()
    let making: Promise<unknown> = Promise.resolve()
    beforeStatement('delete from "customer_admin"', async () => {
      making = create()
      making.catch(() => undefined)
      await untilLockWaiters('for share')
    })
    await setAdministrators(false)
    await expect(making).rejects.toMatchObject({ status: 404, code: 'notFound' })
    await setAdministrators(true)
    expect(await lastOf()).toEqual({ id, end_reason: 'office-lost' })
  })

  test('D6: has one ended that it is making, also when it comes back', async () => {
    const create = await sessionOf(email)
    let withdrawing: Promise<void> = Promise.resolve()
    beforeStatement('insert into feed_token', async () => {
      withdrawing = setAdministrators(false)
      await untilLockWaiters('update "customer"')
    })
    const { id } = await create()
    await withdrawing
    await setAdministrators(true)
    expect(await lastOf()).toEqual({ id, end_reason: 'office-lost' })
  })
})

describe('what a feed token does not read', () => {
  test('G10: lists leave out the projects that ask for another sign-in, and say how many; so does the export', async () => {
    const email = 'gro@fjellbane.example'
    const byPassword = (await feedOf(email, { customer: fjellbane })).accessToken
    const byFactor = (await as(email, { rememberMe: true, secondFactor: true }).call(createFeedToken, { body: {} }))
      .accessToken
    const own = db
      .selectFrom('project')
      .select('id')
      .where('customer_id', '=', fjellbane)
      .where('is_inactive', '=', false)
    const [closed, exempted] = await own.orderBy('id').limit(2).execute()
    const lists = [
      { url: exportsOf(fjellbane)[0] ?? '', projectOf: (record: ListPage) => record.id },
      { url: exportsOf(fjellbane)[1] ?? '', projectOf: (record: ListPage) => record.id },
      { url: exportsOf(fjellbane)[3] ?? '', projectOf: (record: ListPage) => record.relationships.project.data.id },
    ]
    /** The declared exclusions of each list, and whether the project is in it. */
    const exclusions = async (token: string) => {
      const json = (await get(token, exportsOf(fjellbane)[4] ?? '')).json()
      const listed = lists.map(async ({ url, projectOf }) => {
        const { data, meta } = (await get(token, `${url}&page[size]=200`)).json()
        return [meta.omittedProjects, data.some((record: ListPage) => projectOf(record) === closed?.id)]
      })
      return { export: json.omittedProjects, lists: await Promise.all(listed) }
    }
    const whole = (omitted: number) => ({ export: omitted, lists: lists.map(() => [omitted, true]) })
    const before = await exclusions(byPassword)
    expect(before).toEqual(whole(0))
    await db
      .updateTable('project')
      .set({ providers: ['COGNITO_MFA'] })
      .where('id', '=', closed?.id ?? '')
      .execute()
    const exempt = (providers: string[]) =>
      db
        .updateTable('project_member')
        .set({ providers })
        .where('project_id', '=', exempted?.id ?? '')
        .where('user_id', '=', personId(email))
        .executeTakeFirstOrThrow()
    expect((await exempt(['COGNITO_MFA'])).numUpdatedRows).toBe(1n)
    clock.advance(1_001)
    expect(await exclusions(byPassword)).toEqual({ export: 2, lists: lists.map(() => [2, false]) })
    expect(await exclusions(byFactor)).toEqual(whole(0))
    // Lists outside of a project neither declare exclusions nor apply them to a signed-in person.
    const people = (await get(byPassword, exportsOf(fjellbane)[2] ?? '')).json()
    const signedIn = await as(email).inject({ url: lists[0]?.url ?? '' })
    expect([people.meta, signedIn.json().meta]).toEqual([
      { page: { total: people.meta.page.total } },
      { page: { total: signedIn.json().meta.page.total } },
    ])
    await db
      .updateTable('project')
      .set({ providers: [] })
      .where('id', '=', closed?.id ?? '')
      .execute()
    await exempt([])
  })
})

/** A record of a list that is in a project. */
interface ListPage {
  id: string
  relationships: { project: { data: { id: string } } }
}

describe('what ends a feed token', () => {
  test('D6: another password, at once', async () => {
    const feed = await working(reports)
    const person = await signIn(reports)
    const newPassword = 'a sentence that nobody else knows'
    const changed = await person.post('/auth/v1/change-password', { oldPassword: demoPassword, newPassword })
    expect(changed.statusCode, changed.body).toBeLessThan(300)
    await expectEnded(feed)
    expect((await login(reports, { password: newPassword })).statusCode).toBe(200)
  })

  test('D6: another password while a second factor is owed', async () => {
    const person = await signIn('helga@stalbygg.example')
    const { secret } = await setUp(person)
    const ticket = (await login('helga@stalbygg.example')).json().session
    const newPassword = 'a sentence that nobody else knows'
    await person.post('/auth/v1/change-password', { oldPassword: demoPassword, newPassword })
    expect(statusAndCode(await verify(query, ticket, person.email, code(secret)))).toEqual([401, 'invalidSession'])
  })

  test('D6: a second factor that is set up, and one that is removed', async () => {
    const email = 'freja@skovgaard.example'
    const skovgaard = customerId('skovgaard')
    const first = await feedOf(email)
    expect(await read(first.accessToken, skovgaard)).toEqual(good)
    const person = await signIn(email)
    const { secret } = await setUp(person)
    expect([await read(first.accessToken, skovgaard), statusAndCode(await refresh(first.refreshToken))]).toEqual([
      over,
      over,
    ])
    const second = (await verify(query, (await login(email)).json().session, email, code(secret))).json()
    expect(await read(second.idToken, skovgaard)).toEqual(good)
    freshStep()
    expect((await person.post('/auth/v1/mfa/disable', { code: code(secret) })).statusCode).toBe(204)
    expect([await read(second.idToken, skovgaard), statusAndCode(await refresh(second.refreshToken))]).toEqual([
      over,
      over,
    ])
  })

  test('D6: the last role there, also when it comes back; another role keeps it', async () => {
    const customerRole = { customer_id: eiendom, user_id: personId('ola@nordbygg.example') }
    await db.insertInto('customer_admin').values(customerRole).execute()
    await db.insertInto('customer_api_user').values(customerRole).execute()
    const feed = await feedOf('ola@nordbygg.example')
    const leave = (table: 'customer_admin' | 'customer_api_user') =>
      db.deleteFrom(table).where('customer_id', '=', eiendom).where('user_id', '=', customerRole.user_id).execute()
    await leave('customer_admin')
    expect(await read(feed.accessToken, eiendom)).toEqual(good)
    await leave('customer_api_user')
    const isOver = async () => [await read(feed.accessToken, eiendom), statusAndCode(await refresh(feed.refreshToken))]
    expect(await isOver()).toEqual([over, over])
    await db.insertInto('customer_admin').values(customerRole).execute()
    expect(await isOver()).toEqual([over, over])
    expect(await auditEventsOf('ola@nordbygg.example')).toContainEqual(['feed-token.refresh', 'office-lost', eiendom])
  })

  test('D6: disabling its person, also when they are enabled again', async () => {
    const email = 'anna@nordbygg.example'
    const feed = await working(email)
    const set = (is_inactive: boolean) =>
      db.updateTable('app_user').set({ is_inactive }).where('email', '=', email).execute()
    await set(true)
    await expectEnded(feed)
    await set(false)
    await expectEnded(feed)
    await working(email)
  })

  test('D9: an administrator who signs somebody out everywhere', async () => {
    const email = 'anna@nordbygg.example'
    const feed = await working(email)
    const ended = await as('staff').inject({ method: 'DELETE', url: `/auth/v1/users/${email}/sessions` })
    expect(ended.statusCode).toBe(204)
    await expectEnded(feed)
  })

  test('D10: ends a year after it was made, and its last bearer with it', async () => {
    const { refreshToken } = await feedOf('gro@fjellbane.example')
    clock.advance(365 * day - 90_000)
    const last = (await refresh(refreshToken)).json()
    expect(last.expiresIn).toBeLessThanOrEqual(90)
    expect(await read(last.idToken, fjellbane)).toEqual(good)
    clock.advance(91_000)
    expect(await read(last.idToken, fjellbane)).toEqual(over)
    expect(statusAndCode(await refresh(refreshToken))).toEqual(over)
    expect(await auditEventsOf('gro@fjellbane.example')).toContainEqual(['feed-token.refresh', 'over', fjellbane])
  })
})
