import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { databaseBeforeMigration } from '../../../test/database-before-migration'

const customer = '018cc251-f400-7000-8000-000000000001'
const group = '018cc251-f400-7000-8000-000000000002'
const [closed, open] = ['018cc251-f400-7000-8000-000000000011', '018cc251-f400-7000-8000-000000000012']

test('accounts that were closed before give up their address, what they signed in with and their place in directories; others keep all of it', async () => {
  const { db, migrateToLatest } = await databaseBeforeMigration('214')
  await sql`insert into customer (id, name) values (${customer}, 'First')`.execute(db)
  await sql`
    insert into app_user (id, email, given_name, deleted_at) values
      (${closed}, 'closed@first.example', 'Greta', now()), (${open}, 'open@first.example', 'Kari', null)`.execute(db)
  await sql`insert into sso_provider (id, name) values ('one', 'One')`.execute(db)
  await sql`
    insert into directory_group (id, customer_id, name, source) values (${group}, ${customer}, 'Site', 'scim')`.execute(
    db,
  )
  for (const user of [closed, open]) {
    await sql`insert into password_credential (user_id, hash, changed_at) values (${user}, 'hash', now())`.execute(db)
    await sql`insert into totp_factor (user_id, secret_encrypted, created_at) values (${user}, 'secret', now())`.execute(
      db,
    )
    await sql`insert into recovery_code (user_id, code_hash, created_at) values (${user}, 'code', now())`.execute(db)
    await sql`
      insert into external_identity (id, provider_id, issuer, subject, user_id, linked_at)
      values (gen_random_uuid(), 'one', 'issuer', ${user}::text, ${user}, now())`.execute(db)
    await sql`
      insert into customer_user_profile (id, customer_id, user_id) values (gen_random_uuid(), ${customer}, ${user})`.execute(
      db,
    )
    await sql`
      insert into directory_group_member (group_id, user_id, customer_id, source) values (${group}, ${user}, ${customer}, 'scim')`.execute(
      db,
    )
  }
  await sql`
    insert into mail (id, kind, user_id, values_encrypted, created_at)
    values (gen_random_uuid(), 'deletion-answered', ${closed}, 'sealed', now())`.execute(db)
  await migrateToLatest()
  const waiting = await sql`select address from mail where state = 'waiting'`.execute(db)
  expect(waiting.rows).toEqual([{ address: 'closed@first.example' }])
  const people = await sql`
    select id, given_name, regexp_replace(email, '[0-9a-f]{12}', 'x') as email, externally_identified from app_user order by id`.execute(
    db,
  )
  expect(people.rows).toEqual([
    { id: closed, given_name: 'Greta', email: 'account-x@closed.invalid', externally_identified: false },
    { id: open, given_name: 'Kari', email: 'open@first.example', externally_identified: true },
  ])
  for (const table of [
    'password_credential',
    'totp_factor',
    'recovery_code',
    'external_identity',
    'customer_user_profile',
    'directory_group_member',
  ]) {
    const { rows } = await sql`select user_id from ${sql.table(table)}`.execute(db)
    expect([table, rows]).toEqual([table, [{ user_id: open }]])
  }
  const listed = await sql`select user_id from customer_person`.execute(db)
  expect(listed.rows).toEqual([{ user_id: open }])
  const groups = await sql`select version from directory_group`.execute(db)
  expect(groups.rows).toEqual([{ version: 2 }])
  const told = await sql`
    select action, tenant_id, before from audit_event where target_type = 'customer-user-profiles'`.execute(db)
  expect(told.rows).toEqual([
    { action: 'customer-user-profiles.remove', tenant_id: customer, before: { user: 'closed@first.example' } },
  ])
  await sql`insert into app_user (id, email) values (gen_random_uuid(), 'closed@first.example')`.execute(db)
})

test('accounts that were closed before keep nothing but the name; what others have stays, and a last mail is in the former language', async () => {
  const { db, migrateToLatest } = await databaseBeforeMigration('247')
  const project = '018cc251-f400-7000-8000-000000000003'
  await sql`insert into customer (id, name) values (${customer}, 'First')`.execute(db)
  await sql`
    insert into app_user (id, email, given_name, phone, title, organization, language, home_customer_id, last_login_at, deleted_at) values
      (${closed}, 'account-1@closed.invalid', 'Greta', '1', 'Lead', 'First', 'nb', ${customer}, now(), now()),
      (${open}, 'open@first.example', 'Kari', '2', 'Lead', 'First', 'nb', ${customer}, null, null)`.execute(db)
  await db.transaction().execute(async (transaction) => {
    await sql`
      insert into project (id, customer_id, name, owner_id) values (${project}, ${customer}, 'Tower', ${open})`.execute(
      transaction,
    )
    await sql`
      insert into project_member (project_id, user_id, customer_id, privilege_level)
      values (${project}, ${open}, ${customer}, 30)`.execute(transaction)
  })
  for (const user of [closed, open]) {
    await sql`
      insert into user_setting (user_id, key, schema_version, value) values (${user}, 'users', 1, '{}')`.execute(db)
    await sql`insert into project_bookmark (user_id, project_id) values (${user}, ${project})`.execute(db)
    await sql`insert into creation_key (user_id, key, fingerprint) values (${user}, 'k', 'f')`.execute(db)
    await sql`
      insert into invitation (id, customer_id, project_id, user_id, email, privilege_level, way, state, sent_at, created_at)
      values (gen_random_uuid(), ${customer}, ${project}, ${user}, 'x@first.example', 10, 'password', 'accepted', now(), now())`.execute(
      db,
    )
    await sql`
      insert into mail (id, kind, user_id, address, values_encrypted, created_at)
      values (gen_random_uuid(), 'deletion-answered', ${user}, 'x@first.example', 'sealed', now())`.execute(db)
  }
  await migrateToLatest()
  const people = await sql`
    select given_name, phone, title, organization, language, home_customer_id, last_login_at, version from app_user order by id`.execute(
    db,
  )
  const nothing = { phone: null, title: null, organization: '', language: null, home_customer_id: null }
  const kari = { phone: '2', title: 'Lead', organization: 'First', language: 'nb', home_customer_id: customer }
  expect(people.rows).toEqual([
    { given_name: 'Greta', ...nothing, last_login_at: null, version: 2 },
    { given_name: 'Kari', ...kari, last_login_at: null, version: 1 },
  ])
  for (const table of ['user_setting', 'project_bookmark', 'creation_key', 'customer_person', 'invitation']) {
    const { rows } = await sql`select user_id from ${sql.table(table)}`.execute(db)
    expect([table, rows]).toEqual([table, [{ user_id: open }]])
  }
  const waiting = await sql`select locale from mail order by user_id`.execute(db)
  expect(waiting.rows).toEqual([{ locale: 'nb' }, { locale: null }])
})
