import { randomUUID } from 'node:crypto'
import { answerDeletion } from '@lintel/contract/people/deletion-tasks'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { personId } from '../../../demo/person-id'
import { projectId } from '../../../demo/projects'
import { captureStatements } from '../../../test/capture-statements'
import { patchRequest, scimDirectory } from '../../../test/scim-directory'

const { as, db, rollBack, sendScim, signInAll, nordbygg } = await scimDirectory()
await signInAll([as('staff')])
afterEach(rollBack)

const museum = projectId('NB-2103')
const owner = personId('ola@nordbygg.example')
const instant = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString()

interface Membership {
  project: string
  user: string
}

let customerPeople = 0
beforeEach(() => {
  customerPeople = 0
})

/** Adds people of the customer who have to set a password. Returns them with the ids of their profiles. */
async function addPeople(count: number): Promise<{ user: string; email: string; profile: string }[]> {
  const first = customerPeople + 1
  customerPeople += count
  const { rows } = await sql<{ user: string; email: string; profile: string }>`
    with person as (
      insert into app_user (id, email, given_name, family_name, home_customer_id, must_update_password, created_at, updated_at)
      select gen_random_uuid(), 'invited' || number || '@nordbygg.example', 'Invited', number::text, ${nordbygg}::uuid, true,
        ${instant(0)}::timestamptz, ${instant(0)}::timestamptz
      from generate_series(${first}::int, ${customerPeople}::int) as number returning id, email
    ), profile as (
      insert into customer_user_profile (id, customer_id, user_id, created_at, updated_at)
      select gen_random_uuid(), ${nordbygg}::uuid, id, ${instant(0)}::timestamptz, ${instant(0)}::timestamptz from person
      returning id, user_id
    )
    select person.id as user, person.email, profile.id as profile from person
    join profile on profile.user_id = person.id order by person.id`.execute(db)
  return rows
}

/** Adds projects with this member. */
async function addProjects(count: number, user: string): Promise<Membership[]> {
  const { rows } = await sql<Membership>`
    with made as (
      insert into project (id, customer_id, name, owner_id)
      select gen_random_uuid(), ${nordbygg}::uuid, 'Invited to ' || number, ${owner}::uuid
      from generate_series(1, ${count}::int) as number returning id
    ), owned as (
      insert into project_member (project_id, user_id, customer_id, privilege_level)
      select id, ${owner}::uuid, ${nordbygg}::uuid, 30 from made
    ), member as (
      insert into project_member (project_id, user_id, customer_id, privilege_level)
      select id, ${user}::uuid, ${nordbygg}::uuid, 10 from made returning project_id, user_id
    )
    select project_id as project, user_id as user from member`.execute(db)
  return rows
}

/** Creates a group that opens the museum. Returns the directory's change that adds these people to it or removes them. */
async function openMuseumTo(people: readonly { profile: string }[]) {
  const { id } = (await sendScim('POST', '/Groups', { displayName: `Group of ${people.length}` })).body
  await db
    .insertInto('directory_group_access')
    .values({ group_id: id, project_id: museum, customer_id: nordbygg, level: 10 })
    .execute()
  return async (op: 'Add' | 'Remove') => {
    const operation = { op, path: 'members', value: people.map(({ profile }) => ({ value: profile })) }
    expect((await sendScim('PATCH', `/Groups/${id}`, patchRequest(operation))).status).toBe(204)
  }
}

/**
 * Stores open invitations of these memberships with their unsent mails, every other one scheduled for tomorrow. Each
 * person has one temporary password; every third invitation has a copied link.
 */
const invite = (members: readonly Membership[]) =>
  sql`
    with invited as (
      insert into invitation (id, customer_id, project_id, user_id, email, privilege_level, way, state, sent_at, created_at)
      select gen_random_uuid(), ${nordbygg}::uuid, member.project_id, person.id, person.email, 10, 'password',
        case when number % 5 = 0 then 'bounced' else 'pending' end,
        case when number % 2 = 0 then ${instant(86_400_000)}::timestamptz else ${instant(-60_000)}::timestamptz end,
        ${instant(-60_000)}::timestamptz
      from unnest(${members.map(({ project }) => project)}::uuid[], ${members.map(({ user }) => user)}::uuid[])
        with ordinality as member (project_id, user_id, number)
      join app_user as person on person.id = member.user_id
      returning id, user_id, sent_at
    ), mailed as (
      insert into mail (id, kind, user_id, customer_id, values_encrypted, created_at)
      select id, 'invitation', user_id, ${nordbygg}::uuid, 'a secret', ${instant(-60_000)}::timestamptz from invited
    ), recorded as (
      insert into invitation_mail (mail_id, invitation_id, sent_by, sent_at) select id, id, ${owner}::uuid, sent_at from invited
    ), copied as (
      insert into copied_link (invitation_id, user_id, secret_hash, created_at)
      select id, user_id, sha256(id::text::bytea), ${instant(-60_000)}::timestamptz
      from (select invited.*, row_number() over (order by id) as number from invited) as numbered where number % 3 = 1
    )
    insert into temporary_password (user_id, secret_hash, created_at, expires_at, invitation_id)
    select distinct on (user_id) user_id, sha256(id::text::bytea), ${instant(-60_000)}::timestamptz,
      ${instant(86_400_000)}::timestamptz, id from invited`.execute(db)

/** Opens a session. Returns its id. */
async function signIn(user: string, guestProject: string | null = null): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into session (id, user_id, method, guest_project_id, created_at, last_seen_at, proved_at, idle_seconds, expires_at)
    values (gen_random_uuid(), ${user}, ${guestProject === null ? 'password' : 'guest'}, ${guestProject}, ${instant(0)}, ${instant(0)}, ${instant(0)}, 3600,
      ${instant(3_600_000)}) returning id`.execute(db)
  return rows[0]?.id ?? ''
}

/** The sessions among these that were ended by the end of access. */
async function endedSessions(ids: readonly string[]): Promise<string[]> {
  const ended = db.selectFrom('session').select('id').where('id', 'in', ids)
  return (await ended.where('end_reason', '=', 'access-withdrawn').execute()).map(({ id }) => id)
}

/** The stored invitations of these people and all that belongs to them, as numbers. */
async function stored(users: readonly string[]) {
  const { rows } = await sql<Record<string, number>>`
    with invited as (select * from invitation where user_id = any(${users}::uuid[]))
    select (select count(*)::int from invited where state in ('pending', 'bounced')) as open,
      (select count(*)::int from invited where state = 'revoked' and version = 2) as revoked,
      (select count(*)::int from temporary_password where user_id = any(${users}::uuid[])) as passwords,
      (select count(*)::int from copied_link where user_id = any(${users}::uuid[])) as links,
      (select count(*)::int from mail join invited on invited.id = mail.id where mail.state = 'waiting') as waiting,
      (select count(*)::int from mail join invited on invited.id = mail.id
        where mail.state = 'dead' and values_encrypted is null) as withdrawn,
      (select count(*)::int from invitation_mail as sent join invited on invited.id = sent.invitation_id) as slots,
      (select count(distinct event.target_id)::int from audit_event as event join invited on invited.id::text = event.target_id
        where event.action = 'invitations.revoke' and event.before ->> 'email' = invited.email
          and event.before ->> 'project' = invited.project_id::text) as recorded`.execute(db)
  return rows[0]
}

const openOnes = (count: number, people: number) => ({
  ...{ open: count, revoked: 0, passwords: people, links: Math.ceil(count / 3), waiting: count },
  ...{ withdrawn: 0, slots: count, recorded: 0 },
})
const withdrawnOnes = (count: number) => ({
  ...{ open: 0, revoked: count, passwords: 0, links: 0, waiting: 0, withdrawn: count },
  ...{ slots: Math.ceil(count / 2), recorded: count },
})

/** The statements of a request, without those of the rolled back transaction and the check of the API token, which is cached for a time. */
const statementsOf = async (request: () => Promise<unknown>) =>
  (await captureStatements(request)).filter((statement) => !/savepoint|from api_token/.test(statement))

test('F3: as many people as leave a group at once, their invitations are withdrawn by the same statements', async () => {
  const leave = async (count: number) => {
    const people = await addPeople(count)
    const changeGroup = await openMuseumTo(people)
    await changeGroup('Add')
    const [first, second] = people.map(({ user }) => user)
    if (!first || !second) throw new Error('There are too few people')
    await invite(people.map(({ user }) => ({ project: museum, user })))
    await db.updateTable('app_user').set({ must_update_password: false }).where('id', '=', second).execute()
    const byLink = await signIn(first)
    const sessions = [byLink, await signIn(second), await signIn(second, museum)]
    const users = people.map(({ user }) => user)
    expect(await stored(users)).toEqual(openOnes(count, count))
    const statements = await statementsOf(() => changeGroup('Remove'))
    expect(await stored(users)).toEqual(withdrawnOnes(count))
    // Whoever set a password already stays signed in, but no longer as a guest of the project.
    expect((await endedSessions(sessions)).sort()).toEqual([byLink, sessions[2]].sort())
    return statements
  }
  const few = await leave(3)
  expect(await leave(300)).toEqual(few)
})

test('F3: whatever is left of a sign-in by the link of a withdrawn invitation ends', async () => {
  const people = await addPeople(6)
  const [session = '', challenge = '', feed = '', display = '', browser = '', none = ''] = people.map(
    ({ user }) => user,
  )
  const changeGroup = await openMuseumTo(people)
  await changeGroup('Add')
  await invite(people.map(({ user }) => ({ project: museum, user })))
  const times = { created_at: instant(0), expires_at: instant(3_600_000) }
  const secret = Buffer.from('a secret')
  const id = randomUUID()
  await signIn(session)
  await db
    .insertInto('mfa_challenge')
    .values({ ...times, user_id: challenge, ticket_hash: secret, remember_me: false })
    .execute()
  await db
    .insertInto('feed_token')
    .values({ ...times, id, customer_id: nordbygg, user_id: feed, secret_hash: secret })
    .execute()
  await db
    .insertInto('display_token')
    .values({ ...times, id, customer_id: nordbygg, user_id: display, name: 'Lobby', secret_hash: secret })
    .execute()
  const known = { seen_at: instant(0), expires_at: times.expires_at, secret_hash: secret }
  await db
    .insertInto('known_browser')
    .values({ ...known, user_id: browser })
    .execute()
  const left = async () => {
    const { rows } = await sql<{ user: string }>`
      select user_id as user from session where ended_at is null union all select user_id from mfa_challenge
      union all select user_id from feed_token where ended_at is null
      union all select user_id from display_token where ended_at is null union all select user_id from known_browser`.execute(
      db,
    )
    return people.map(({ user }) => rows.filter((row) => row.user === user).length)
  }
  expect(await left()).toEqual(people.map(({ user }) => (user === none ? 0 : 1)))
  await changeGroup('Remove')
  expect(await left()).toEqual([0, 0, 0, 0, 0, 0])
})

test('contract 6: in as many projects as somebody is when the directory deactivates them, their invitations are withdrawn by the same statements', async () => {
  const deactivate = async (count: number) => {
    const [person] = await addPeople(1)
    if (!person) throw new Error('There is no person')
    await invite(await addProjects(count, person.user))
    const byLink = await signIn(person.user)
    expect(await stored([person.user])).toEqual(openOnes(count, 1))
    const statements = await statementsOf(async () => {
      const request = patchRequest({ op: 'replace', path: 'active', value: false })
      expect((await sendScim('PATCH', `/Users/${person.profile}`, request)).body.active).toBe(false)
    })
    expect(await stored([person.user])).toEqual(withdrawnOnes(count))
    expect(await endedSessions([byLink])).toEqual([byLink])
    return statements
  }
  const few = await deactivate(2)
  expect(await deactivate(40)).toEqual(few)
})

test('in as many projects as somebody is when staff close their account, their invitations are withdrawn and removed by the same statements', async () => {
  const close = async (count: number) => {
    const [person] = await addPeople(1)
    if (!person) throw new Error('There is no person')
    const { user, email } = person
    await invite(await addProjects(count, user))
    await db
      .insertInto('deletion_request')
      .values({ user_id: user, requested_at: instant(0) })
      .execute()
    expect(await stored([user])).toEqual(openOnes(count, 1))
    const body = { customer: null, outcome: 'done', reason: '' } as const
    const statements = await statementsOf(() => as('staff').call(answerDeletion, { parameters: { email }, body }))
    // What was withdrawn is recorded and its mails are not sent; of the invitations themselves, which name the address, nothing stays.
    expect(await stored([user])).toEqual(openOnes(0, 0))
    const withdrawn = db.selectFrom('mail').select('id').where('user_id', '=', user).where('kind', '=', 'invitation')
    expect(await withdrawn.where('state', '=', 'dead').where('values_encrypted', 'is', null).execute()).toHaveLength(
      count,
    )
    const told = db.selectFrom('audit_event').select('target_id').where('action', '=', 'invitations.revoke')
    const ofThem = sql<boolean>`before ->> 'email' = ${email}`
    expect(new Set((await told.where(ofThem).execute()).map(({ target_id: id }) => id)).size).toBe(count)
    return statements
  }
  const few = await close(2)
  expect(await close(40)).toEqual(few)
})
