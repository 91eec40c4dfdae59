import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { databaseBeforeMigration } from '../../../test/database-before-migration'

const id = (at: number) => `018cc251-f400-7000-8000-0000000000${String(at).padStart(2, '0')}`
const [customer, project, owner, administrator] = [id(1), id(2), id(3), id(4)]

test('F3: the guest links of an older database that were copied, or of which nobody knows, count as copied; those that were mailed stay as they are', async () => {
  const { db, migrateToLatest } = await databaseBeforeMigration('062')
  await sql`insert into customer (id, name) values (${customer}, 'First')`.execute(db)
  await sql`
    insert into app_user (id, email) values (${owner}, 'owner@first.example'), (${administrator}, 'admin@first.example')`.execute(
    db,
  )
  await db.transaction().execute(async (transaction) => {
    await sql`
      insert into project (id, customer_id, name, owner_id) values (${project}, ${customer}, 'Bridge', ${owner})`.execute(
      transaction,
    )
    await sql`
      insert into project_member (project_id, user_id, customer_id, privilege_level)
      values (${project}, ${owner}, ${customer}, 30)`.execute(transaction)
  })
  /** What the audit log says of each guest's invitation, in order. */
  const told: Record<string, string[]> = {
    mailed: ['create'],
    copied: ['create', 'resend', 'copy-link'],
    'mailed again': ['create', 'copy-link', 'resend'],
    forgotten: [],
  }
  for (const [at, [name, actions]] of Object.entries(told).entries()) {
    const [guest, invitation] = [id(10 + at), id(20 + at)]
    await sql`insert into app_user (id, email, guest) values (${guest}, ${`guest${at}@else.example`}, true)`.execute(db)
    await sql`
      insert into invitation (id, customer_id, project_id, user_id, email, privilege_level, way, state, link_hash, sent_at,
        invited_by, created_at)
      values (${invitation}, ${customer}, ${project}, ${guest}, ${`guest${at}@else.example`}, 5, 'guest', 'pending',
        ${name}::bytea, now(), ${owner}, now())`.execute(db)
    for (const action of actions) {
      const event = {
        id: id(30 + at * 5 + actions.indexOf(action)),
        tenant_id: customer,
        action: `invitations.${action}`,
        result: 'success',
        actor_id: administrator,
        target_type: 'invitations',
        target_id: invitation,
        occurred_at: new Date().toISOString(),
      }
      await sql`select audit_append(${JSON.stringify([event])}::jsonb)`.execute(db)
    }
  }
  await migrateToLatest()
  const links = await sql`
    select invitation.email, convert_from(invitation.link_hash, 'UTF8') as mailed,
      convert_from(copied.secret_hash, 'UTF8') as copied, copied.copied_by
    from invitation left join copied_link as copied on copied.invitation_id = invitation.id order by email`.execute(db)
  expect(links.rows).toEqual([
    { email: 'guest0@else.example', mailed: 'mailed', copied: null, copied_by: null },
    { email: 'guest1@else.example', mailed: null, copied: 'copied', copied_by: administrator },
    { email: 'guest2@else.example', mailed: 'mailed again', copied: null, copied_by: null },
    { email: 'guest3@else.example', mailed: null, copied: 'forgotten', copied_by: owner },
  ])
})
