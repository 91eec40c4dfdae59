import { customers } from '@lintel/contract/customers/customers'
import { changeSets, listChangeSetRows } from '@lintel/contract/people/change-sets'
import { customerUserProfiles } from '@lintel/contract/people/customer-user-profiles'
import { requestDeletion } from '@lintel/contract/people/deletion-requests'
import {
  answerDeletion,
  blockersOf,
  type DeletionOutcome,
  isBlocked,
  listDeletionTasks,
} from '@lintel/contract/people/deletion-tasks'
import { projectMembers } from '@lintel/contract/people/members'
import { auditEvents } from '@lintel/contract/settings/audit-events'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { demoPassword } from '../../../demo/credentials'
import { customerId } from '../../../demo/customers'
import { deletionRequester as piotr } from '../../../demo/deletion-requests'
import { directoryGroupId } from '../../../demo/directory-groups'
import { personId } from '../../../demo/person-id'
import { projectId } from '../../../demo/projects'
import type { RequestError } from '../../../test/api-client'
import { browser } from '../../../test/browser'
import { interceptStatements } from '../../../test/intercept-statements'
import { runningProjectOf } from '../../../test/running-project'
import { worldWithMail } from '../../../test/world-with-mail'
import { lockDirectory } from '../directory-groups/derive-access'

const { app, as, db, clock, mailsTo, nextMailTo, untilIdle } = await worldWithMail({ registration: true })
await db.updateTable('app_user').set({ language: 'en' }).execute()
const { beforeStatement } = interceptStatements(db)

const nordbygg = customerId('nordbygg')
const ola = 'ola@nordbygg.example'
const tasks = async (name: string, customer?: string) =>
  (await as(name).call(listDeletionTasks, { query: { customer } })).requests
const reply = (name: string, email: string, outcome: DeletionOutcome, reason = '', customer: string | null = null) =>
  as(name).call(answerDeletion, { parameters: { email }, body: { customer, outcome, reason } })
const eventsOf = (email: string) =>
  db
    .selectFrom('audit_event')
    .select(['action', 'actor_email', 'after'])
    .where('action', 'like', 'users.deletion-%')
    .where('target_id', '=', email)
    .orderBy('occurred_at')
    .execute()
await as('ola').call(requestDeletion, { parameters: { email: ola } })

test('staff see every open request with all it would affect, administrators those of their people with what is theirs', async () => {
  const all = await tasks('staff')
  expect(all.map(({ user }) => user)).toEqual([piotr, ola])
  const [, ofOla] = all
  expect(ofOla?.ownedProjects.map(({ name }) => name)).toContain('Barcode Harbour, block 4')
  expect(ofOla?.ownedProjectsTotal).toBeGreaterThan(4)
  const atNordbygg = await tasks('astrid', nordbygg)
  expect(atNordbygg.map(({ user }) => user)).toEqual([piotr, ola])
  const foreign = await db
    .selectFrom('project')
    .select('name')
    .where('customer_id', '<>', nordbygg)
    .where('owner_id', '=', personId(ola))
    .execute()
  const named = atNordbygg.flatMap(({ ownedProjects }) => ownedProjects.map(({ name }) => name))
  for (const { name } of foreign) expect(named).not.toContain(name)
})

test('G4: nobody reads or answers requests of a customer that is not theirs; a request that does not concern theirs is not found', async () => {
  const fjellbane = customerId('fjellbane')
  expect(await tasks('gro@fjellbane.example', fjellbane)).toEqual([])
  await expect(tasks('gro@fjellbane.example', nordbygg)).rejects.toMatchObject({ status: 403 })
  for (const name of ['astrid', 'ola', 'kari']) await expect(tasks(name)).rejects.toMatchObject({ status: 403 })
  const gro = reply('gro@fjellbane.example', ola, 'done', '', fjellbane)
  await expect(gro).rejects.toMatchObject({ status: 404 })
  await expect(reply('astrid', ola, 'done')).rejects.toMatchObject({ status: 403 })
  await expect(reply('astrid', 'mei@nordbygg.example', 'done', '', nordbygg)).rejects.toMatchObject({ status: 404 })
  expect(await eventsOf(ola)).toMatchObject([{ action: 'users.deletion-requested' }])
})

test('G4: a customer that added somebody learns nothing of their request before they accept', async () => {
  const fjellbane = customerId('fjellbane')
  const project = await runningProjectOf(db, 'Fjellbane Infra AS')
  await as('gro').post(projectMembers, { project, user: ola, privilegeLevel: 10, providers: [] })
  expect(await tasks('gro@fjellbane.example', fjellbane)).toEqual([])
  const refused = reply('gro@fjellbane.example', ola, 'refused', 'We need them', fjellbane)
  await expect(refused).rejects.toMatchObject({ status: 404 })
  const met = db
    .updateTable('customer_person')
    .where('customer_id', '=', fjellbane)
    .where('user_id', '=', personId(ola))
  await met.set({ is_accepted: true }).execute()
  expect(await tasks('gro@fjellbane.example', fjellbane)).toMatchObject([{ user: ola, otherMemberships: 1 }])
  // The notice of the new access goes out before the access ends.
  await untilIdle()
  await db.deleteFrom('project_member').where('project_id', '=', project).where('user_id', '=', personId(ola)).execute()
})

test('a refusal has a reason; administrators’ answer leaves the request open for staff and is mailed, audited and shown', async () => {
  await expect(reply('astrid', ola, 'refused', '  ', nordbygg)).rejects.toMatchObject({ status: 422, code: 'required' })
  await reply('astrid', ola, 'refused', 'Hand over the harbour first.', nordbygg)
  await untilIdle()
  expect(mailsTo(ola).at(-1)?.subject).toBe('Nordbygg AS objects to the deletion of your account')
  expect(mailsTo(ola).at(-1)?.text).toContain('Hand over the harbour first.')
  const [, task] = await tasks('staff')
  expect(task?.answers).toMatchObject([
    {
      customer: { id: nordbygg },
      outcome: 'refused',
      reason: 'Hand over the harbour first.',
      answeredBy: 'astrid@nordbygg.example',
    },
  ])
  expect((await eventsOf(ola)).at(-1)).toMatchObject({
    action: 'users.deletion-refused',
    actor_email: 'astrid@nordbygg.example',
    after: { outcome: 'refused', reason: 'Hand over the harbour first.' },
  })
})

test('staff close no account that owns projects or alone administers a customer, and refuse with a reason', async () => {
  await expect(reply('staff', ola, 'done')).rejects.toMatchObject({ status: 409, code: 'stillInUse' })
  expect((await tasks('staff')).map(({ user }) => user)).toContain(ola)
  await reply('staff', ola, 'refused', 'You own projects.')
  await untilIdle()
  expect(mailsTo(ola).at(-1)?.subject).toBe('Your account stays')
  expect((await tasks('staff')).map(({ user }) => user)).not.toContain(ola)
  await expect(reply('staff', ola, 'refused', 'Again')).rejects.toMatchObject({ status: 404 })
  const account = await db.selectFrom('app_user').select('deleted_at').where('email', '=', ola).executeTakeFirst()
  expect(account).toEqual({ deleted_at: null })
})

test('the list names what prevents a deletion exactly when the account cannot be closed, also deleted projects and the staff role', async () => {
  const [jonas, kim, lena] = ['jonas@nordbygg.example', 'kim@lintel.example', 'lena@nordbygg.example']
  const deletedAt = '2026-01-02T03:04:05Z'
  const deleted = await db
    .updateTable('project')
    .set({ is_inactive: true, deleted_at: deletedAt })
    .where('owner_id', '=', personId(jonas))
    .returning(['id', 'name'])
    .execute()
  for (const email of [jonas, kim, lena]) await as(email).call(requestDeletion, { parameters: { email } })
  const listed = async (email: string, reader = 'staff', customer?: string) =>
    (await tasks(reader, customer)).find(({ user }) => user === email)

  const purgedAt = '2026-02-01T03:04:05Z'
  const ofJonas = { ownedProjectsTotal: 0, deletedProjectsTotal: deleted.length, isStaff: false }
  for (const task of [await listed(jonas), await listed(jonas, 'astrid', nordbygg)]) {
    expect(task).toMatchObject(ofJonas)
    const inOrder = deleted.toSorted((one, other) => one.id.localeCompare(other.id))
    expect(task?.deletedProjects).toEqual(inOrder.map((project) => ({ ...project, purgedAt })))
  }
  expect(await listed(kim)).toMatchObject({ deletedProjects: [], deletedProjectsTotal: 0, isStaff: true })
  expect(await listed(lena)).toMatchObject({ deletedProjects: [], deletedProjectsTotal: 0, isStaff: false })

  const outcomeOf = async (email: string) => {
    const task = await listed(email)
    const refusal = await reply('staff', email, 'done').catch((error: RequestError) => error.code)
    return [task && isBlocked(blockersOf(task)), refusal]
  }
  expect(await outcomeOf(jonas)).toEqual([true, 'stillInUse'])
  expect(await outcomeOf(kim)).toEqual([true, 'stillInUse'])
  expect(await outcomeOf(lena)).toEqual([false, undefined])
  // The own request is listed, but answered by others alone.
  expect(await listed(kim, kim)).toMatchObject({ user: kim })
  await expect(reply(kim, kim, 'refused', 'No')).rejects.toMatchObject({ status: 404 })

  await db.deleteFrom('project').where('owner_id', '=', personId(jonas)).execute()
  expect(await outcomeOf(jonas)).toEqual([false, undefined])
  await reply('staff', kim, 'refused', 'Staff stay.')
})

test('staff close an account: memberships, sessions and invitations end, nobody signs in with it, and its person hears of it', async () => {
  const before = as(piotr)
  const signedIn = async () => (await before.inject({ url: '/auth/v1/sessions' })).statusCode
  expect(await signedIn()).toBe(200)
  const id = personId(piotr)
  const count = async (table: 'project_member' | 'customer_admin' | 'deletion_request') =>
    (await db.selectFrom(table).selectAll().where('user_id', '=', id).execute()).length
  const memberships = await count('project_member')
  expect(memberships).toBeGreaterThan(0)
  await reply('staff', piotr, 'done')
  await untilIdle()
  expect([await count('project_member'), await count('customer_admin'), await count('deletion_request')]).toEqual([
    0, 0, 0,
  ])
  const account = await db.selectFrom('app_user').select('deleted_at').where('id', '=', id).executeTakeFirstOrThrow()
  expect(account.deleted_at).not.toBeNull()
  const open = await db
    .selectFrom('session')
    .select('id')
    .where('user_id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
  expect(open).toEqual([])
  clock.advance(1_001)
  expect(await signedIn()).toBe(401)
  expect(mailsTo(piotr).at(-1)?.subject).toBe('Your account is deleted')
  const ended = await db
    .selectFrom('audit_event')
    .select('action')
    .where('action', '=', 'project-members.remove')
    .where('target_id', 'like', `%.${id}`)
    .execute()
  expect(ended).toHaveLength(memberships)
  expect((await eventsOf(piotr)).at(-1)).toMatchObject({ action: 'users.deletion-done', after: { isFinal: true } })
})

test('closing an account ends its roles at customers, each of which is changed by that, and audited', async () => {
  const [user, email, fjellbane] = [uuidv7(), 'leaving@nordbygg.example', customerId('fjellbane')]
  await db
    .insertInto('app_user')
    .values({ id: user, email, email_verified_at: at, email_verified_by: 'mail' })
    .execute()
  const roles = [nordbygg, fjellbane].map((customer_id) => ({ customer_id, user_id: user }))
  await db.insertInto('customer_admin').values(roles).execute()
  await db.insertInto('customer_api_user').values({ customer_id: fjellbane, user_id: user }).execute()
  await db.insertInto('deletion_request').values({ user_id: user, requested_at: at }).execute()
  const read = (id: string) => as('staff').get(customers, id)
  const [ofNordbygg, ofFjellbane] = [await read(nordbygg), await read(fjellbane)]
  const without = (people: readonly string[]) => people.filter((each) => each !== email)
  await reply('staff', email, 'done')
  expect(await read(nordbygg)).toMatchObject({
    version: ofNordbygg.version + 1,
    updatedBy: 'staff@lintel.example',
    customerAdmins: without(ofNordbygg.customerAdmins),
    apiUsers: ofNordbygg.apiUsers,
  })
  const { customerAdmins, apiUsers } = ofFjellbane
  const left = { customerAdmins: without(customerAdmins), apiUsers: without(apiUsers) }
  expect(left).not.toEqual({ customerAdmins, apiUsers })
  expect(await read(fjellbane)).toMatchObject({ version: ofFjellbane.version + 1, ...left })
  const told = async (customer: string) => {
    const filter = { customer, action: 'customers.update' }
    return (await as('staff').list(auditEvents, { filter })).map((event) => [event.target, event.before, event.after])
  }
  expect(await told(nordbygg)).toEqual([
    [nordbygg, { customerAdmins: ofNordbygg.customerAdmins }, { customerAdmins: without(ofNordbygg.customerAdmins) }],
  ])
  expect(await told(fjellbane)).toEqual([[fjellbane, { customerAdmins, apiUsers }, left]])
})

test('while a directory that its person is in is changed, an account is not closed, and held by nobody', async () => {
  const email = 'ines@nordbygg.example'
  await as('astrid').post(customerUserProfiles, { customer: nordbygg, newUserEmail: email } as never)
  const { id } = await db.selectFrom('app_user').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  const group = { group_id: directoryGroupId('BIM coordinators'), customer_id: nordbygg, source: 'hand' }
  await db
    .insertInto('directory_group_member')
    .values({ ...group, user_id: id })
    .execute()
  await db.insertInto('deletion_request').values({ user_id: id, requested_at: at }).execute()
  const made = await db.transaction().execute(async (directory) => {
    await lockDirectory(directory, nordbygg)
    await sql`update directory_revision set revision = revision + 1 where customer_id = ${nordbygg}`.execute(directory)
    const isTried = new Promise<void>((tried) => beforeStatement('pg_try_advisory_xact_lock', async () => tried()))
    const closing = reply('staff', email, 'done')
    await isTried
    await sql`select from app_user where id = ${id} for update nowait`.execute(directory)
    return { closing }
  })
  await made.closing
  expect(await db.selectFrom('app_user').select('id').where('email', '=', email).execute()).toEqual([])
  expect(await db.selectFrom('directory_group_member').select('group_id').where('user_id', '=', id).execute()).toEqual(
    [],
  )
})

test('closing frees the address: who is added or registers with it again has a new account and nothing of the former one', async () => {
  const mei = 'mei@nordbygg.example'
  const former = personId(mei)
  const tower = projectId('NB-1987')
  const signIn = () => browser(app).post('/auth/v1/login', { username: mei, password: demoPassword })
  expect((await signIn()).statusCode).toBe(200)
  const session = as('mei')
  await session.call(requestDeletion, { parameters: { email: mei } })
  await giveEverything(former)
  const had = await rowsOf(former)
  expect(Object.keys(had)).toEqual(expect.arrayContaining(Object.keys(signInTables)))
  const group = () =>
    db
      .selectFrom('directory_group')
      .select('version')
      .where('id', '=', directoryGroupId('BIM coordinators'))
      .executeTakeFirstOrThrow()
  const { version } = await group()
  await untilIdle()
  const mails = mailsTo(mei).length

  await reply('staff', mei, 'done')
  expect((await nextMailTo(mei, mails)).subject).toBe('Your account is deleted')
  expect(await db.selectFrom('app_user').select('id').where('email', '=', mei).execute()).toEqual([])
  const closed = await db.selectFrom('app_user').selectAll().where('id', '=', former).executeTakeFirstOrThrow()
  expect(closed.email).toMatch(/^account-[0-9a-f]{12}@closed\.invalid$/)
  expect(closed).toMatchObject({ given_name: 'Mei', externally_identified: false })
  const left = Object.keys(await rowsOf(former))
  for (const gone of [
    ...Object.keys(signInTables),
    'project_member',
    'customer_user_profile',
    'directory_group_member',
  ])
    expect(left).not.toContain(gone)
  expect((await group()).version).toBe(version + 1)
  expect(await activeTokens(former)).toEqual([])
  clock.advance(1_001)
  expect((await session.inject({ url: '/auth/v1/sessions' })).statusCode).toBe(401)
  expect((await signIn()).statusCode).toBe(401)

  const told = async (filter: Record<string, string>) =>
    (await as('staff').list(auditEvents, { filter, page: { size: 200 } })).map(({ action }) => action)
  expect(await told({ subject: mei })).toContain('users.deletion-done')

  // A set of invitations plans the address like one that nobody knows.
  const input = {
    project: tower,
    emails: [mei, 'nobody.knows@nordbygg.example'],
    level: 10,
    accessUntil: null,
    providers: [],
  }
  const set = await as('astrid').post(changeSets, { kind: 'invitations', customer: nordbygg, input } as never)
  const rows = await as('astrid').call(listChangeSetRows, { parameters: { id: set.id }, query: {} })
  expect(rows.data.map(({ attributes: { outcome, conflict } }) => [outcome, conflict])).toEqual([
    ['change', null],
    ['change', null],
  ])
  const draft = { project: tower, user: mei, privilegeLevel: 10 as const, providers: [] }
  const [, again = ''] = (await as('astrid').post(projectMembers, draft)).id.split('.')
  expect(again).not.toBe(former)
  const has = await rowsOf(again)
  expect(has.project_member).toBe(1)
  expect(has.temporary_password).toBe(1)
  for (const none of [
    'session',
    'password_credential',
    'external_identity',
    'api_token',
    'feed_token',
    'customer_user_profile',
  ])
    expect([none, has[none]]).toEqual([none, undefined])
  expect((await signIn()).statusCode).toBe(401)

  expect(await told({ target: mei })).toEqual(
    expect.arrayContaining(['users.deletion-done', 'users.deletion-requested', 'users.create']),
  )
  expect(await told({ actor: mei })).toContain('users.deletion-requested')
  const removals = await as('staff').list(auditEvents, {
    filter: { action: 'project-members.remove' },
    page: { size: 200 },
  })
  const removed = removals.filter(({ target }) => target?.endsWith(former))
  expect(removed).toHaveLength(had.project_member ?? 0)
  expect(new Set(removed.filter(({ customer }) => customer === nordbygg).map(({ user }) => user))).toEqual(
    new Set([mei]),
  )
  // The history of the new account begins with it.
  const history = await told({ subject: mei })
  expect(history).toContain('users.create')
  expect(history.filter((action) => action.startsWith('users.deletion'))).toEqual([])

  await browser(app).post('/auth/v1/register', { email: piotr, locale: 'en' })
  expect((await nextMailTo(piotr, mailsTo(piotr).length)).links[0]?.searchParams.has('tmppass')).toBe(true)
})

const at = '2026-01-01T00:00:00Z'
const later = '2036-01-01T00:00:00Z'
/** What an account has only for signing in, by table: a row without its person. */
const signInTables: Record<string, Record<string, unknown>> = {
  password_credential: {},
  temporary_password: { secret_hash: Buffer.from('a'), created_at: at, expires_at: later },
  password_reset: {
    id: '018cc251-f400-7000-8000-0000000000a1',
    code_stamp: Buffer.from('a'),
    created_at: at,
    expires_at: later,
  },
  password_link: { id_hash: Buffer.from('a'), hash: 'x', created_at: at, expires_at: later },
  totp_factor: { secret_encrypted: 'x', created_at: at, enabled_at: at },
  totp_setup: { secret_encrypted: 'x', created_at: at },
  recovery_code: { code_hash: Buffer.from('a'), created_at: at },
  mfa_challenge: { ticket_hash: Buffer.from('a'), remember_me: false, created_at: at, expires_at: later },
  passkey: {
    id: '018cc251-f400-7000-8000-0000000000a2',
    credential_id: 'a',
    public_key: Buffer.from('a'),
    sign_count: 0,
    transports: [],
    is_synchronized: false,
    name: 'Key',
    created_at: at,
  },
  passkey_challenge: { challenge_hash: Buffer.from('a'), browser_hash: Buffer.from('a'), expires_at: later },
  external_identity: {
    id: '018cc251-f400-7000-8000-0000000000a3',
    provider_id: 'stalbyggost',
    issuer: 'https://issuer.example',
    subject: 'mei',
    linked_at: at,
  },
  federation_verification: {
    code_hash: Buffer.from('a'),
    provider_id: 'stalbyggost',
    issuer: 'https://issuer.example',
    subject: 'other',
    email: 'mei@nordbygg.example',
    browser_hash: Buffer.from('a'),
    created_at: at,
    expires_at: later,
  },
  email_change: { email: 'new@nordbygg.example', code_hash: Buffer.from('a'), created_at: at, expires_at: later },
  known_browser: { secret_hash: Buffer.from('b'), seen_at: at, expires_at: later },
  guessing: { subject: 'user:mei', pending_since: at, touched_at: at },
}

/** Gives an account a row of each of these tables, and a place in a group of the directory. */
async function giveEverything(user: string): Promise<void> {
  for (const [table, row] of Object.entries(signInTables)) {
    const columns = Object.keys({ user_id: user, ...row })
    const values = Object.values({ user_id: user, ...row })
    if (table !== 'password_credential')
      await sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
        values (${sql.join(values)}) on conflict do nothing`.execute(db)
  }
  const group = { group_id: directoryGroupId('BIM coordinators'), customer_id: nordbygg, source: 'hand' }
  await db
    .insertInto('directory_group_member')
    .values({ ...group, user_id: user })
    .execute()
}

/** The number of rows that refer to a person, by table with a `user_id`. */
async function rowsOf(user: string): Promise<Record<string, number>> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'user_id'`.execute(
    db,
  )
  const counted = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from ${sql.table(name)} where user_id = ${user}`.execute(db)
      return [name, rows[0]?.n ?? 0] as const
    }),
  )
  return Object.fromEntries(counted.filter(([, n]) => n > 0))
}

/** The sessions and tokens of a person that are not ended. */
const activeTokens = async (user: string) =>
  (
    await Promise.all(
      (['session', 'api_token', 'feed_token', 'display_token'] as const).map((table) =>
        db.selectFrom(table).select('id').where('user_id', '=', user).where('ended_at', 'is', null).execute(),
      ),
    )
  ).flat()
