import { customers } from '@lintel/contract/customers/customers'
import {
  createDisplayToken,
  displayTokenDays,
  listDisplayTokens,
  openDisplay,
  revokeDisplayToken,
} from '@lintel/contract/identity/display-tokens'
import { type CallAnswer, callAddress } from '@lintel/contract/jsonapi/call'
import { uploadDashboardImage } from '@lintel/contract/projects/dashboard-images'
import { projects } from '@lintel/contract/projects/projects'
import { maxWallWidgets, readWall, readWallFigures, readWallImage } from '@lintel/contract/projects/wall'
import { sql } from 'kysely'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { personId } from '../../../demo/person-id'
import { projectId } from '../../../demo/projects'
import { widgetId } from '../../../demo/widgets'
import { type Browser, browser } from '../../../test/browser'
import { databaseBeforeMigration } from '../../../test/database-before-migration'
import { interceptStatements } from '../../../test/intercept-statements'
import { multipartForm } from '../../../test/multipart-form'
import { world } from '../../../test/world'

const { app, db, clock, as } = await world()
const { beforeStatement, untilLockWaiters } = interceptStatements(db)
const [nordbygg, fjellbane] = [customerId('nordbygg'), customerId('fjellbane')]
const anna = 'anna@nordbygg.example'
const day = 86_400_000

const make = (who = anna, customer = nordbygg) =>
  as(who).call(createDisplayToken, { body: { customer, name: 'Canteen' } })

/** A browser that was signed in with a display token. */
async function wallOf(token: string): Promise<Browser> {
  const screen = browser(app)
  expect((await screen.post(openDisplay.path, { token })).statusCode).toBe(204)
  return screen
}

const read = async (screen: Browser) => {
  const answer = await screen.get(readWall.path)
  if (answer.statusCode === 200) return [200]
  const [{ code, detail }] = answer.json().errors
  return [answer.statusCode, code, detail]
}
const ended = [401, 'sessionExpired', 'The display token has ended']
const widgetsOf = async (screen: Browser) =>
  (await screen.get(readWall.path)).json<CallAnswer<typeof readWall>>().widgets
const figuresOf = async (screen: Browser, widgets: string[]) =>
  (await screen.post(readWallFigures.path, { widgets })).json<CallAnswer<typeof readWallFigures>>().widgets

const auditEvents = (target: string) =>
  db
    .selectFrom('audit_event')
    .select(['action', 'result', 'reason', 'tenant_id', 'actor_email'])
    .where('target_id', '=', target)
    .orderBy('sequence')
    .execute()
const stored = (id: string) => db.selectFrom('display_token').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('making', () => {
  test('D12: an administrator makes one for the dashboard of a customer; it is shown once, and stored as a hash alone', async () => {
    const made = await make()
    expect(made.token).toMatch(/^lintel_display_[\w-]{43}$/)
    expect(Date.parse(made.expiresAt) - Date.parse(made.createdAt)).toBe(displayTokenDays * day)
    const row = await stored(made.id)
    expect(row).toMatchObject({ name: 'Canteen', customer_id: nordbygg, user_id: personId(anna), last_used_at: null })
    expect(JSON.stringify(row)).not.toContain(made.token)
    await wallOf(made.token)
    const { displayTokens } = await as(anna).call(listDisplayTokens, { query: { customer: nordbygg } })
    const { token, createdAt, expiresAt, ...shown } = made
    const listed = displayTokens.find(({ id }) => id === made.id)
    expect(listed).toMatchObject({ ...shown, lastUsedAt: expect.stringMatching(/^\d{4}-/) })
    // The database drops the zeros at the end of a second's fraction.
    expect([listed?.createdAt, listed?.expiresAt].map((instant) => Date.parse(instant ?? ''))).toEqual(
      [createdAt, expiresAt].map((instant) => Date.parse(instant)),
    )
    expect(JSON.stringify(displayTokens)).not.toContain(token)
    expect(await auditEvents(made.id)).toMatchObject([
      { action: 'display-tokens.create', tenant_id: nordbygg, actor_email: anna },
      { action: 'display-tokens.open', tenant_id: nordbygg, actor_email: anna },
    ])
  })

  test('G4: nobody makes, sees or revokes one of a customer that they do not administer', async () => {
    const { id, token } = await make()
    for (const who of ['mei@nordbygg.example', 'gro@fjellbane.example'])
      await expect(make(who)).rejects.toMatchObject({ status: 403, code: 'forbidden' })
    expect((await make('gro@fjellbane.example', fjellbane)).customer).toBe(fjellbane)
    const gro = as('gro@fjellbane.example')
    await expect(gro.call(listDisplayTokens, { query: { customer: nordbygg } })).rejects.toMatchObject({ status: 403 })
    const { displayTokens } = await gro.call(listDisplayTokens, { query: { customer: fjellbane } })
    expect(new Set(displayTokens.map(({ customer }) => customer))).toEqual(new Set([fjellbane]))
    await expect(gro.call(revokeDisplayToken, { parameters: { id } })).rejects.toMatchObject({ status: 404 })
    await expect(gro.call(revokeDisplayToken, { parameters: { id: 'nonsense' } })).rejects.toMatchObject({
      status: 404,
    })
    expect(await read(await wallOf(token))).toEqual([200])
  })
})

describe('what it shows', () => {
  test('G3: an image of its customer’s dashboard, and none of another customer', async () => {
    const file = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#0044cc' } })
      .png()
      .toBuffer()
    const form = multipartForm({ project: projectId('NB-2041'), file })
    const uploaded = await as(anna).inject({ method: 'POST', url: uploadDashboardImage.path, ...form })
    expect(uploaded.statusCode).toBe(201)
    const { id: shown } = uploaded.json<CallAnswer<typeof uploadDashboardImage>>()
    const address = callAddress(readWallImage, { id: shown })
    const screen = await wallOf((await make()).token)
    const image = await screen.get(address)
    expect([image.statusCode, image.headers['content-type'], image.headers['x-content-type-options']]).toEqual([
      200,
      'image/webp',
      'nosniff',
    ])
    expect(image.rawPayload.length).toBe(Number(image.headers['content-length']))
    const foreign = await wallOf((await make('gro@fjellbane.example', fjellbane)).token)
    for (const id of [shown, '018cc251-f400-7000-8000-00000000d002', 'nonsense'])
      expect((await foreign.get(callAddress(readWallImage, { id }))).statusCode).toBe(404)
    expect((await browser(app).get(address)).statusCode).toBe(401)
  })

  test('G3: the widgets of its customer and their figures, and no others', async () => {
    const screen = await wallOf((await make()).token)
    const widgets = await widgetsOf(screen)
    const all = await db.selectFrom('dashboard_widget').select('id').where('customer_id', '=', nordbygg).execute()
    expect(widgets.map(({ id }) => id).sort()).toEqual(all.map(({ id }) => id).sort())
    const names = widgets.map(({ projectName }) => projectName)
    expect(new Set(names).size).toBeGreaterThan(2)
    const harbour = widgetId('NB-2041', 0)
    const foreign = await db
      .insertInto('dashboard_widget')
      .values({
        id: '018cc251-f400-7000-8000-00000000d001',
        customer_id: fjellbane,
        project_id: (
          await db
            .selectFrom('project')
            .select('id')
            .where('customer_id', '=', fjellbane)
            .limit(1)
            .executeTakeFirstOrThrow()
        ).id,
        type_name: 'generic-info',
        place: 40,
        size: JSON.stringify([1, 1]),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect((await widgetsOf(screen)).some(({ id }) => id === foreign.id)).toBe(false)
    const [its, other] = await figuresOf(screen, [harbour, foreign.id])
    expect(its).toMatchObject({ state: 'read', info: { numUsers: expect.any(Number) } })
    expect(other).toEqual({ id: foreign.id, state: 'moved', readAt: expect.any(String) })
  })

  test('a wall that is still as it was answered last is not sent again: until a widget, a name or the reach of its maker changes', async () => {
    const { id, token } = await make()
    const screen = await wallOf(token)
    const asked = async (tag?: string) => {
      const answer = await screen.get(readWall.path, tag === undefined ? {} : { 'if-none-match': tag })
      return { status: answer.statusCode, bytes: answer.rawPayload.length, tag: String(answer.headers.etag) }
    }
    const { tag } = await asked()
    expect(await asked(tag)).toEqual({ status: 304, bytes: 0, tag })
    expect(await asked(`"other", W/${tag}`)).toEqual({ status: 304, bytes: 0, tag })
    expect((await asked('"other"')).status).toBe(200)
    const another = (await asked()).tag
    expect(another).toBe(tag)

    let last = tag
    /** Changes by others are visible at once: the ETag differs, and the whole wall is sent. */
    const changes = async (change: () => Promise<unknown>) => {
      await change()
      const now = await asked(last)
      expect([now.status, now.tag === last]).toEqual([200, false])
      expect((await asked(now.tag)).status).toBe(304)
      last = now.tag
    }
    const harbour = projectId('NB-2041')
    const named = (name: string) => db.updateTable('project').set({ name }).where('id', '=', harbour).execute()
    const { name } = await db.selectFrom('project').select('name').where('id', '=', harbour).executeTakeFirstOrThrow()
    await changes(() => named('Another harbour'))
    await changes(() => named(name))
    expect(last).toBe(tag)
    const admitting = (providers: string[]) =>
      db.updateTable('project').set({ providers }).where('id', '=', harbour).execute()
    await changes(() => admitting(['COGNITO_MFA']))
    await changes(() => admitting([]))
    const widget = db.updateTable('dashboard_widget').where('id', '=', widgetId('NB-2041', 0))
    const sized = (size: [number, number]) => widget.set({ size: JSON.stringify(size) }).execute()
    await changes(() => sized([2, 2]))
    await changes(() => sized([1, 1]))

    // An ended token gets the same response, whatever it requests.
    await as(anna).call(revokeDisplayToken, { parameters: { id } })
    expect((await asked(last)).status).toBe(401)
  })

  test('of more widgets than a wall shows it says how many are left out', async () => {
    const screen = await wallOf((await make()).token)
    const asked = async () => (await screen.get(readWall.path)).json<CallAnswer<typeof readWall>>()
    const before = await asked()
    expect(before.omittedWidgets).toBe(0)
    const { rows } = await sql<{ id: string }>`
      insert into dashboard_widget (id, customer_id, project_id, type_name, place, size)
      select gen_random_uuid(), ${nordbygg}, ${projectId('NB-2041')}, 'generic-info', 100 + at, '[1, 1]'
      from generate_series(1, ${maxWallWidgets}::integer) as at returning id`.execute(db)
    const { widgets, omittedWidgets } = await asked()
    expect([widgets.length, omittedWidgets]).toEqual([maxWallWidgets, before.widgets.length])
    const added = rows.map(({ id }) => id)
    await db.deleteFrom('dashboard_widget').where('id', 'in', added).execute()
  })

  test('a widget of a project that is hibernated, stopped or crashed says so in its place; one that is deleted or moved meanwhile leaves the wall', async () => {
    const screen = await wallOf((await make()).token)
    const asked = ['NB-1177', 'NB-2087', 'NB-2093', 'NB-1844', 'NB-1987'].map((number) => widgetId(number, 0))
    const states = async () => (await figuresOf(screen, asked)).map(({ state }) => state)
    expect(await states()).toEqual(['hibernated', 'stopped', 'crashed', 'read', 'read'])
    const before = new Set((await widgetsOf(screen)).map(({ id }) => id))
    expect(asked.every((id) => before.has(id))).toBe(true)
    const staff = as('staff', { secondFactor: true })
    const change = async (number: string, draft: object) => {
      const { version } = await staff.get(projects, projectId(number))
      await staff.patch(projects, projectId(number), draft, version)
    }
    await change('NB-1844', { isInactive: true })
    await change('NB-1987', { customer: fjellbane })
    expect(await states()).toEqual(['hibernated', 'stopped', 'crashed', 'moved', 'moved'])
    const now = new Set((await widgetsOf(screen)).map(({ id }) => id))
    expect(asked.map((id) => now.has(id))).toEqual([true, true, true, false, false])
  })

  test('G10: a project that wants another login method than its maker signed in by is left out', async () => {
    const screen = await wallOf((await make()).token)
    const harbour = projectId('NB-2041')
    const shows = async () => (await widgetsOf(screen)).some(({ project }) => project === harbour)
    expect(await shows()).toBe(true)
    await db
      .updateTable('project')
      .set({ providers: ['COGNITO_MFA'] })
      .where('id', '=', harbour)
      .execute()
    expect(await shows()).toBe(false)
    expect(await figuresOf(screen, [widgetId('NB-2041', 0)])).toMatchObject([{ state: 'moved' }])
    await db.updateTable('project').set({ providers: [] }).where('id', '=', harbour).execute()
    await db
      .updateTable('customer')
      .set({ providers: ['COGNITO_MFA'] })
      .where('id', '=', nordbygg)
      .execute()
    expect((await read(screen)).slice(0, 2)).toEqual([403, 'loginMethodRequired'])
    await db.updateTable('customer').set({ providers: [] }).where('id', '=', nordbygg).execute()
    expect(await read(screen)).toEqual([200])
  })
})

describe('what ends it', () => {
  test('D5, D12: revoking it, at once; the wall and whoever opens the address again are told so', async () => {
    const { id, token } = await make()
    const screen = await wallOf(token)
    expect(await read(screen)).toEqual([200])
    await as(anna).call(revokeDisplayToken, { parameters: { id } })
    expect(await read(screen)).toEqual([401, 'sessionExpired', 'The display token was revoked'])
    expect((await screen.post(readWallFigures.path, { widgets: [widgetId('NB-2041', 0)] })).statusCode).toBe(401)
    const again = await browser(app).post(openDisplay.path, { token })
    const [problem] = again.json().errors
    expect([again.statusCode, problem.detail, problem.meta]).toEqual([
      401,
      'The display token was revoked',
      { reason: 'revoked' },
    ])
    expect((await auditEvents(id)).map(({ action, result, reason }) => [action, result, reason])).toEqual([
      ['display-tokens.create', 'success', null],
      ['display-tokens.open', 'success', null],
      ['display-tokens.revoke', 'success', null],
      ['display-tokens.open', 'failure', 'revoked'],
    ])
    await expect(as(anna).call(revokeDisplayToken, { parameters: { id } })).rejects.toMatchObject({ status: 404 })
  })

  test.each(['opens', 'reads by'])(
    'J1: a screen that %s an ended one is in the audit log once an hour',
    async (use) => {
      const { id, token } = await make()
      const screen = await wallOf(token)
      await as(anna).call(revokeDisplayToken, { parameters: { id } })
      const refusals = async () => (await auditEvents(id)).filter(({ result }) => result === 'failure')
      const open = async () =>
        use === 'opens'
          ? (await browser(app).post(openDisplay.path, { token })).statusCode
          : (await screen.get(readWall.path)).statusCode
      expect([await open(), await open()]).toEqual([401, 401])
      expect(await refusals()).toMatchObject([{ action: 'display-tokens.open', reason: 'revoked', actor_email: anna }])
      clock.advance(61 * 60_000)
      expect([await open(), await open()]).toEqual([401, 401])
      expect(await refusals()).toHaveLength(2)
    },
  )

  test('D12: its last day', async () => {
    const screen = await wallOf((await make()).token)
    clock.advance(displayTokenDays * day - 60_000)
    expect(await read(screen)).toEqual([200])
    clock.advance(61_000)
    expect(await read(screen)).toEqual([401, 'sessionExpired', 'The display token has expired'])
  })

  test('D12: its maker no longer administering the customer, also when they do so again later', async () => {
    const screen = await wallOf((await make()).token)
    expect(await read(screen)).toEqual([200])
    const customerRole = { customer_id: nordbygg, user_id: personId(anna) }
    const lose = db.deleteFrom('customer_admin').where('customer_id', '=', nordbygg)
    await lose.where('user_id', '=', customerRole.user_id).execute()
    expect(await read(screen)).toEqual(ended)
    await db.insertInto('customer_admin').values(customerRole).execute()
    expect(await read(screen)).toEqual(ended)
    expect(await read(await wallOf((await make()).token))).toEqual([200])
  })

  test.each([
    ['disabled', { is_inactive: true }, { is_inactive: false }],
    ['deleted', { deleted_at: '2026-01-01T00:00:00Z' }, { deleted_at: null }],
  ] as const)('D12: its maker being %s', async (_, gone, back) => {
    const { id, token } = await make('astrid@nordbygg.example')
    const screen = await wallOf(token)
    expect(await read(screen)).toEqual([200])
    const astrid = personId('astrid@nordbygg.example')
    await db.updateTable('app_user').set(gone).where('id', '=', astrid).execute()
    expect(await read(screen)).toEqual(ended)
    await db.updateTable('app_user').set(back).where('id', '=', astrid).execute()
    expect(await read(screen)).toEqual(ended)
    expect((await stored(id)).end_reason).toBe('person-disabled')
  })

  test('D12: staff who made it leaving the staff', async () => {
    const { token, id } = await as('staff', { secondFactor: true }).call(createDisplayToken, {
      body: { customer: nordbygg, name: 'Reception' },
    })
    const screen = await wallOf(token)
    expect(await read(screen)).toEqual([200])
    await db
      .updateTable('app_user')
      .set({ role: null })
      .where('id', '=', (await stored(id)).user_id)
      .execute()
    expect(await read(screen)).toEqual(ended)
    expect((await stored(id)).end_reason).toBe('office-lost')
  })
})

describe('an administrator who signs its maker out everywhere', () => {
  const maker = 'astrid@nordbygg.example'
  const signOut = () =>
    as('kim', { secondFactor: true }).inject({ method: 'DELETE', url: `/auth/v1/users/${maker}/sessions` })
  const valid = () =>
    db
      .selectFrom('display_token')
      .select('id')
      .where('user_id', '=', personId(maker))
      .where('ended_at', 'is', null)
      .execute()

  test('D9, D12: ends every display token of that person', async () => {
    const { id, token } = await make(maker)
    const screen = await wallOf(token)
    expect(await read(screen)).toEqual([200])
    expect((await signOut()).statusCode).toBe(204)
    expect(await read(screen)).toEqual(ended)
    expect((await stored(id)).end_reason).toBe('ended-by-administrator')
    expect(await valid()).toEqual([])
  })

  test('D6, D12: a session that is ended in the same instant makes none', async () => {
    const session = as(maker)
    await session.call(listDisplayTokens, { query: { customer: nordbygg } })
    beforeStatement('begin', signOut)
    const making = session.call(createDisplayToken, { body: { customer: nordbygg, name: 'Canteen' } })
    await expect(making).rejects.toMatchObject({ status: 401, code: 'sessionExpired' })
    expect(await valid()).toEqual([])
  })

  test('D6, D12: a token that is being made at that moment is ended as well', async () => {
    let ending: ReturnType<typeof signOut> | undefined
    beforeStatement('insert into "display_token"', async () => {
      ending = signOut()
      await untilLockWaiters('update "session"')
    })
    const { id } = await make(maker)
    expect((await ending)?.statusCode).toBe(204)
    expect((await stored(id)).end_reason).toBe('ended-by-administrator')
  })
})

describe('an administrator whose role is withdrawn at the moment when they make one', () => {
  const maker = 'astrid@nordbygg.example'
  const setAdministrators = async (isMakerKept: boolean) => {
    const staff = as('kim', { secondFactor: true })
    const { customerAdmins } = await staff.get(customers, nordbygg)
    const others = customerAdmins.filter((email) => email !== maker)
    await staff.patch(customers, nordbygg, { customerAdmins: isMakerKept ? [...others, maker] : others })
  }
  const lastOf = () =>
    db
      .selectFrom('display_token')
      .select(['id', 'end_reason'])
      .where('user_id', '=', personId(maker))
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  /** Makes a token in a session that has begun before. */
  const sessionOf = async () => {
    const session = as(maker)
    await session.call(listDisplayTokens, { query: { customer: nordbygg } })
    return () => session.call(createDisplayToken, { body: { customer: nordbygg, name: 'Canteen' } })
  }

  test('D6, D12: makes none after it, also when they are appointed again', async () => {
    const create = await sessionOf()
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

  test('D6, D12: has the one ended that they made before it, also when they are appointed again', async () => {
    const create = await sessionOf()
    let withdrawing: Promise<void> = Promise.resolve()
    beforeStatement('insert into "display_token"', async () => {
      withdrawing = setAdministrators(false)
      await untilLockWaiters('update "customer"')
    })
    const { id } = await create()
    await withdrawing
    await setAdministrators(true)
    expect(await lastOf()).toEqual({ id, end_reason: 'office-lost' })
  })
})

describe('whoever leaves the staff', () => {
  const former = 'kim@lintel.example'

  test('D12: loses the token that they made as staff, also where they administer the customer, and no other', async () => {
    const office = { customer_id: nordbygg, user_id: personId(former) }
    // Somebody else stays on the staff.
    await db.updateTable('app_user').set({ role: 'rendra_staff' }).where('email', '=', 'staff@lintel.example').execute()
    await db.insertInto('customer_admin').values(office).execute()
    const body = { customer: nordbygg, name: 'Reception' }
    const makeOne = () => as(former, { secondFactor: true }).call(createDisplayToken, { body })
    const [asStaff, asAdministrator] = [await makeOne(), await makeOne()]
    const ofAdministrator = db.updateTable('display_token').set({ login_method: 'COGNITO' })
    await ofAdministrator.where('id', '=', asAdministrator.id).execute()
    await db.updateTable('app_user').set({ role: null }).where('id', '=', office.user_id).execute()
    expect((await stored(asStaff.id)).end_reason).toBe('office-lost')
    expect((await stored(asAdministrator.id)).end_reason).toBeNull()
  })

  test('D12: such tokens of an older database are ended', async () => {
    const { db: formerDb, migrateToLatest } = await databaseBeforeMigration('228')
    const at = '2026-01-01T00:00:00Z'
    const customer = '018cc251-f400-7000-8000-000000000001'
    const [staff, administrator] = ['018cc251-f400-7000-8000-000000000011', '018cc251-f400-7000-8000-000000000012']
    await formerDb.insertInto('customer').values({ id: customer, name: 'First' }).execute()
    await formerDb
      .insertInto('app_user')
      .values([
        { id: staff, email: 'staff@first.example', role: 'rendra_staff' },
        { id: administrator, email: 'administrator@first.example' },
      ])
      .execute()
    const token = (last: number, user_id: string, login_method: string | null) => ({
      ...{ id: `018cc251-f400-7000-8000-00000000002${last}`, customer_id: customer, user_id, login_method },
      ...{ name: `Wall ${last}`, secret_hash: Buffer.alloc(32, last), created_at: at, expires_at: at },
    })
    const tokens = [token(1, staff, null), token(2, administrator, null), token(3, administrator, 'COGNITO')]
    await formerDb.insertInto('display_token').values(tokens).execute()
    await migrateToLatest()
    const left = await formerDb.selectFrom('display_token').select(['name', 'end_reason']).orderBy('name').execute()
    expect(left).toEqual([
      { name: 'Wall 1', end_reason: null },
      { name: 'Wall 2', end_reason: 'office-lost' },
      { name: 'Wall 3', end_reason: null },
    ])
  })
})

describe('where it does not work', () => {
  test('D2: the cookie is out of reach of scripts and of other sites, and lasts as long as the token', async () => {
    const { token, expiresAt } = await make()
    const [cookie] = (await browser(app).post(openDisplay.path, { token })).cookies
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' })
    expect(Math.abs(Number(cookie?.expires) - Date.parse(expiresAt))).toBeLessThan(1_000)
    const screen = await wallOf(token)
    expect(await read(screen)).toEqual([200])
    const foreign = await screen.get(readWall.path, { 'sec-fetch-site': 'cross-site' })
    expect([foreign.statusCode, foreign.json().errors[0].code]).toEqual([403, 'crossSiteRequest'])
  })

  test('D12: an unknown token, an API token’s shape and no token at all open nothing', async () => {
    const { token } = await make()
    for (const other of [`${token}x`, `lintel_display_${'A'.repeat(43)}`, 'lintel_api_none'])
      expect((await browser(app).post(openDisplay.path, { token: other })).json().errors[0]).toMatchObject({
        code: 'sessionExpired',
        detail: 'The display token is unknown',
      })
    expect((await browser(app).get(readWall.path)).json().errors[0].code).toBe('notSignedIn')
  })
})
