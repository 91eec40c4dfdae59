import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { databaseBeforeMigration } from '../../../test/database-before-migration'

test('the domains of a provider become those of the one customer that lists it; the others are dropped, and the audit log says so', async () => {
  const { db, migrateToLatest } = await databaseBeforeMigration('043')
  const customer = (at: number) => `018cc251-f400-7000-8000-00000000000${at}`
  await sql`
    insert into sso_provider (id, name, email_domains) values
      ('one', 'One', '{One.example,both.example}'), ('two', 'Two', '{two.example,both.example}'),
      ('shared', 'Shared', '{shared.example}'), ('unlisted', 'Unlisted', '{unlisted.example}'), ('plain', 'Plain', '{}')`.execute(
    db,
  )
  await sql`
    insert into customer (id, name, providers) values
      (${customer(1)}, 'First', '{one,shared,plain}'), (${customer(2)}, 'Second', '{COGNITO,two,shared}')`.execute(db)
  await migrateToLatest()
  const bound = await sql`select domain, customer_id, state from customer_domain order by domain`.execute(db)
  expect(bound.rows).toEqual([
    { domain: 'one.example', customer_id: customer(1), state: 'verified' },
    { domain: 'two.example', customer_id: customer(2), state: 'verified' },
  ])
  const told = await sql`
    select action, before ->> 'provider' as provider, before ->> 'domain' as domain from audit_event
    where target_type = 'customer-domains' order by action, domain, provider`.execute(db)
  expect(told.rows).toEqual([
    { action: 'customer-domains.create', provider: 'one', domain: 'one.example' },
    { action: 'customer-domains.create', provider: 'two', domain: 'two.example' },
    { action: 'customer-domains.drop', provider: 'one', domain: 'both.example' },
    { action: 'customer-domains.drop', provider: 'two', domain: 'both.example' },
    { action: 'customer-domains.drop', provider: 'shared', domain: 'shared.example' },
    { action: 'customer-domains.drop', provider: 'unlisted', domain: 'unlisted.example' },
  ])
})
