import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { databaseBeforeMigration } from '../../../test/database-before-migration'

test('accounts that wait for a proof give up the names of whoever asked for them; names that are somebody’s own stay', async () => {
  const { db, migrateToLatest } = await databaseBeforeMigration('218')
  await sql`insert into sso_provider (id, name) values ('one', 'One')`.execute(db)
  await sql`
    insert into app_user (id, email, given_name, family_name, externally_identified, must_update_profile, email_verified_at)
    values
      (gen_random_uuid(), 'asked@first.example', 'Mallory', 'Moe', true, true, null),
      (gen_random_uuid(), 'completed@first.example', 'Eva', 'Eide', true, false, null),
      (gen_random_uuid(), 'invited@first.example', 'Vera', 'Vik', false, true, null),
      (gen_random_uuid(), 'linked@first.example', 'Kari', 'Krog', false, true, null),
      (gen_random_uuid(), 'proved@first.example', 'Per', 'Poulsen', true, true, now())`.execute(db)
  await sql`
    insert into external_identity (id, provider_id, issuer, subject, user_id, linked_at)
    select gen_random_uuid(), 'one', 'issuer', 'kari', id, now() from app_user where given_name = 'Kari'`.execute(db)
  await migrateToLatest()
  const people = await sql`
    select split_part(email, '@', 1) as email, given_name || ' ' || family_name as name, externally_identified
    from app_user order by email`.execute(db)
  expect(people.rows).toEqual([
    { email: 'asked', name: ' ', externally_identified: false },
    { email: 'completed', name: 'Eva Eide', externally_identified: false },
    { email: 'invited', name: 'Vera Vik', externally_identified: false },
    { email: 'linked', name: 'Kari Krog', externally_identified: true },
    { email: 'proved', name: 'Per Poulsen', externally_identified: false },
  ])
})
