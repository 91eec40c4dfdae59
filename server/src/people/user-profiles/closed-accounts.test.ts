import { answerDeletion } from '@lintel/contract/people/deletion-tasks'
import { invitations } from '@lintel/contract/people/invitations'
import { users } from '@lintel/contract/people/users'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { personId } from '../../../demo/person-id'
import { projectId } from '../../../demo/projects'
import { worldWithMail } from '../../../test/world-with-mail'

const { as, db, nextMailTo } = await worldWithMail()

const nordbygg = customerId('nordbygg')
const lena = 'lena@nordbygg.example'
const id = personId(lena)
const at = '2026-01-01T00:00:00Z'

const close = async (email: string) => {
  const { id: user } = await db.selectFrom('app_user').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  await db.insertInto('deletion_request').values({ user_id: user, requested_at: at }).execute()
  await as('staff').call(answerDeletion, {
    parameters: { email },
    body: { customer: null, outcome: 'done', reason: '' },
  })
}

/** Gives a person everything that an account can have beside what it signs in with. */
async function fillAccount() {
  const project = projectId('NB-2041')
  await db
    .updateTable('app_user')
    .set({
      ...{ phone: '+47 22 33 44 55', title: 'Engineer', organization: 'Nordbygg', language: 'nb', theme: 'dark' },
      ...{ time_zone: 'Europe/Oslo', browser_locale: 'nb', browser_time_zone: 'Europe/Oslo', last_login_at: at },
      ...{ privacy_agreed_at: at, privacy_agreed_version: '1', allowed_providers: ['COGNITO'] },
    })
    .where('id', '=', id)
    .execute()
  const setting = { user_id: id, key: 'users', schema_version: 1, value: JSON.stringify({}) }
  await db
    .insertInto('user_setting')
    .values(setting)
    .onConflict((known) => known.doNothing())
    .execute()
  const bookmark = { user_id: id, project_id: project, is_favourite: true }
  await db
    .insertInto('project_bookmark')
    .values(bookmark)
    .onConflict((known) => known.doNothing())
    .execute()
  await db
    .insertInto('creation_key')
    .values({ user_id: id, key: 'k', fingerprint: Buffer.from('f') })
    .execute()
  const invitation = { customer_id: nordbygg, project_id: project, user_id: id, email: lena, way: 'password' }
  const sent = { ...invitation, privilege_level: 10, sent_at: at, created_at: at }
  const states = ['accepted', 'revoked', 'pending']
  await db
    .insertInto('invitation')
    .values(states.map((state) => ({ ...sent, id: uuidv7(), state })))
    .execute()
}

test('of the person of a closed account only the name stays, and the last mail is still in their language', async () => {
  await fillAccount()
  const invited = (filter: { project: string }) => as('staff').list(invitations, { filter, page: { size: 200 } })
  const ofProject = { project: projectId('NB-2041') }
  expect((await invited(ofProject)).filter(({ email }) => email === lena)).toHaveLength(3)
  await close(lena)
  expect((await nextMailTo(lena)).subject).toBe('Kontoen din er slettet')

  const bare = uuidv7()
  await db.insertInto('app_user').values({ id: bare, email: 'bare@nordbygg.example' }).execute()
  const ownColumns = (user: string) =>
    db.selectFrom('app_user').selectAll().where('id', '=', user).executeTakeFirstOrThrow()
  const [closed, unused] = [await ownColumns(id), await ownColumns(bare)]
  const differing = Object.entries(closed).filter(
    ([column, value]) => JSON.stringify(value) !== JSON.stringify(unused[column as keyof typeof unused]),
  )
  expect(differing.map(([column]) => column).sort()).toEqual([
    ...['created_at', 'deleted_at', 'email', 'email_verified_at', 'family_name', 'given_name'],
    ...['id', 'name', 'updated_at', 'version'],
  ])
  expect(closed.given_name).toBe('Lena')

  const { rows } = await sql<{ table: string }>`
    select table_name as "table" from information_schema.columns
    where table_schema = 'public' and column_name = 'user_id' order by table_name`.execute(db)
  const left = await Promise.all(
    rows.map(async ({ table }) => {
      const { rows: own } = await sql`select from ${sql.table(table)} where user_id = ${id}`.execute(db)
      return own.length > 0 ? [table] : []
    }),
  )
  // What ends by itself.
  expect(left.flat()).toEqual(['mail'])
  const named = (await invited(ofProject)).filter(({ email, user }) => email === lena || user === closed.email)
  expect(named).toEqual([])
})

test('a closed account is in no list of people, neither of its customer nor of all', async () => {
  const email = 'ines@nordbygg.example'
  const user = uuidv7()
  await db.insertInto('app_user').values({ id: user, email, home_customer_id: nordbygg }).execute()
  const listed = async (name: string, filter: { customerId?: string }) =>
    (await as(name).list(users, { filter, page: { size: 200 } })).map((person) => person.email)
  expect(await listed('astrid', { customerId: nordbygg })).toContain(email)
  await close(email)
  const closed = await db.selectFrom('app_user').select('email').where('id', '=', user).executeTakeFirstOrThrow()
  for (const name of ['astrid', 'staff'])
    for (const filter of [{ customerId: nordbygg }, {}])
      for (const gone of [email, closed.email]) expect(await listed(name, filter)).not.toContain(gone)
  await expect(as('astrid').get(users, closed.email)).rejects.toMatchObject({ status: 404 })
})
