import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { personId } from '../../../demo/person-id'
import { projectId } from '../../../demo/projects'
import { person } from '../../../test/test-app'
import { world } from '../../../test/world'
import { platformOrigin, runChange } from '../../platform/context'
import { sendInvitations } from './invite'

const { db, platform } = await world()
const [customer, project] = [customerId('nordbygg'), projectId('NB-2042')]

// A statement has at most 65,535 parameters, and an invitation has twelve values.
test('more people than a statement has parameters for are invited at once, each with a password and a mail', {
  timeout: 120_000,
}, async () => {
  const people = 5_520
  const { rows: added } = await sql<{ user: string }>`
    insert into app_user (id, email, home_customer_id)
    select gen_random_uuid(), 'invited' || number || '@nordbygg.example', ${customer} from generate_series(1, ${people}) as number
    returning id as user`.execute(db)
  const role = { project, customer, privilegeLevel: privilegeLevel.member, expirationDate: null }
  const astrid = person('astrid@nordbygg.example', { id: personId('astrid@nordbygg.example') })
  await runChange(platform, { ...platformOrigin('test'), actor: astrid }, (change) =>
    sendInvitations(
      change,
      added.map(({ user }) => ({ ...role, user })),
      { paced: true },
    ),
  )
  const { rows: stored } = await sql`
    select count(distinct invitation.user_id)::int as people, count(distinct password.secret_hash)::int as passwords,
      count(distinct mail.id)::int as mails, count(distinct job.id)::int as jobs, count(distinct job.run_at)::int as hours
    from invitation
    join temporary_password as password on password.invitation_id = invitation.id
    join invitation_mail as sent on sent.invitation_id = invitation.id and sent.sent_at = invitation.sent_at
    join mail on mail.id = sent.mail_id and mail.user_id = invitation.user_id
      and coalesce(mail.send_at, mail.created_at) = invitation.sent_at
    join job on job.payload = jsonb_build_object('mail', mail.id) and job.run_at = invitation.sent_at
    where invitation.user_id = any(${added.map(({ user }) => user)}::uuid[])`.execute(db)
  expect(stored).toEqual([{ people, passwords: people, mails: people, jobs: people, hours: people / 60 }])
})
