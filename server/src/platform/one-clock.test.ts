import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectMembers } from '@lintel/contract/people/members'
import { organizations } from '@lintel/contract/people/organizations'
import { expect, test } from 'vitest'
import { customerId } from '../../demo/customers'
import { projectId } from '../../demo/projects'
import { world } from '../../test/world'

const { as, clock, db } = await world()
const dayMs = 86_400_000

const sources = join(import.meta.dirname, '..')

/** Where statements use the clock of the database, how often, and why; everything else has the instant of its change. */
const readsByTheDatabasesClock: Record<string, [times: number, why: string]> = {
  'content/statuses.store.ts': [1, 'which day it is where the customer is'],
  'content/topic-trends.store.ts': [1, 'which day it is where the customer is'],
  'customers/customers/customer-rights.store.ts': [1, 'has the day come from which a second factor is asked for'],
  'people/access-why/access-why.store.ts': [
    2,
    'is a membership or an invitation over, as those see it who join rights',
  ],
  'people/invitations/invitations.store.ts': [1, 'is an invitation over'],
  'people/members/membership-end.store.ts': [1, 'is a membership over, in every statement that joins rights'],
  'people/members/members.store.ts': [3, 'whose access ends soon, and who came lately'],
  'people/user-profiles/user-profiles.store.ts': [1, 'is a change of the address still open'],
  'people/users/users.store.ts': [1, 'the day that is shown in place of one that must not be told'],
  'platform/jobs/job-queue.ts': [2, 'when a lease ends: the workers of several machines compare it'],
  'projects/project-stats/project-people.store.ts': [3, 'who is counted: it follows the clock of the rights'],
  'projects/projects/move-effects.store.ts': [
    2,
    'has the day come from which a second factor is asked for, and which ends are still to come',
  ],
  'projects/projects/project-rights.store.ts': [1, 'for how long an owner sees what was deleted'],
  'settings/events/reader-access.store.ts': [1, 'is a session too old for what it follows'],
}

const databasesClock =
  /(?<![.\w])(?:(?:now|clock_timestamp|statement_timestamp|transaction_timestamp)\(\)|current_timestamp\b)/gi

test('no statement but reads of what holds at this moment asks the clock of the database', () => {
  const asking = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => [file, readFileSync(join(sources, file), 'utf8').match(databasesClock)?.length ?? 0] as const)
    .filter(([, times]) => times > 0)
  const allowed = Object.entries(readsByTheDatabasesClock).map(([file, [times]]) => [file, times] as const)
  expect(Object.fromEntries(asking)).toEqual(Object.fromEntries(allowed))
})

const sameForm = (instant: string) => new Date(instant).toISOString()

/** The latest audit event of a record. */
const eventOf = (action: string, id: string) =>
  db
    .selectFrom('audit_event')
    .select('occurred_at')
    .where('action', '=', action)
    .where('target_id', '=', id)
    .orderBy('occurred_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()

/** Advances the clock by a day and runs `run`: its result, and the instant of the change. */
async function nextDay<T>(run: () => Promise<T>): Promise<{ made: T; at: string }> {
  clock.advance(dayMs)
  return { made: await run(), at: new Date(clock.now()).toISOString() }
}

test('a record and what the trail tells of it name one instant, on whatever day the database is', async () => {
  clock.freeze()
  clock.advance(dayMs)
  const anna = as('anna')
  const draft = { name: 'One Clock Bygg', customer: customerId('nordbygg') }
  const added = await nextDay(() => anna.post(organizations, draft))
  const { id } = added.made
  const row = () =>
    db
      .selectFrom('user_organization')
      .select(['created_at', 'updated_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  expect(Object.values(await row()).map(sameForm)).toEqual([added.at, added.at])
  expect(sameForm((await eventOf(`${organizations.type}.create`, id)).occurred_at)).toBe(added.at)

  const changed = await nextDay(() => as('anna').patch(organizations, id, { name: 'One Clock Anlegg' }))
  expect(Object.values(await row()).map(sameForm)).toEqual([added.at, changed.at])
  expect(sameForm((await eventOf(`${organizations.type}.update`, id)).occurred_at)).toBe(changed.at)
})

test('somebody who is invited, their membership, its event and the mail have one instant', async () => {
  const email = 'one-clock@partner.example'
  const project = projectId('NB-2041')
  const { made, at } = await nextDay(() =>
    as('anna').post(projectMembers, { project, user: email, privilegeLevel: 10, providers: [] }),
  )
  const stored = await db
    .selectFrom('app_user as person')
    .innerJoin('project_member as member', 'member.user_id', 'person.id')
    .innerJoin('customer_person as met', 'met.user_id', 'person.id')
    .innerJoin('mail', 'mail.user_id', 'person.id')
    .select([
      'person.created_at as person',
      'person.updated_at as personChanged',
      'member.created_at as member',
      'member.updated_at as memberChanged',
      'met.created_at as met',
      'mail.created_at as mail',
    ])
    .where('person.email', '=', email)
    .executeTakeFirstOrThrow()
  const told = await eventOf(`${projectMembers.type}.create`, made.id)
  const instants = Object.entries({ ...stored, told: told.occurred_at }).map(([of, instant]) => [of, sameForm(instant)])
  expect(Object.fromEntries(instants)).toEqual(Object.fromEntries(instants.map(([of]) => [of, at])))
})
