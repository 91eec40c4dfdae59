import { applyChangeSet, changeSets } from '@lintel/contract/people/change-sets'
import { projectMembers } from '@lintel/contract/people/members'
import { expect, test } from 'vitest'
import { customerId } from '../../../../demo/customers'
import { projectId } from '../../../../demo/projects'
import { statementsOf } from '../../../../test/statements'
import { world } from '../../../../test/world'

const { as, db } = await world({
  rates: { general: { calls: 100_000, seconds: 60 }, invite: { calls: 500, seconds: 60 } },
})
const customer = customerId('nordbygg')
const project = projectId('NB-2041')

const planned = (emails: readonly string[], level: number) =>
  as('astrid').post(changeSets, {
    kind: 'invitations',
    customer,
    input: { project, emails, level, accessUntil: '2999-01-31' },
  } as never)
const apply = (id: string) => as('astrid').call(applyChangeSet, { parameters: { id } })
const newcomers = (of: string, many: number) => Array.from({ length: many }, (_, at) => `${of}${at}@crowd.example`)

/** Somebody who came to another project as a guest, and was never here: invited as a member, they become one. */
const unclaimedGuests = async (of: string, many: number) => {
  const emails = newcomers(of, many)
  for (const user of emails) {
    const draft = { project: projectId('NB-2042'), user, privilegeLevel: 5 as const, providers: [] }
    const { id } = await as('astrid').post(projectMembers, { ...draft, sendInvitation: false })
    await as('astrid').remove(projectMembers, id)
  }
  return emails
}

test('however many are invited, new ones and known ones, the database is asked as often', async () => {
  const few = await planned([...newcomers('few', 2), ...(await unclaimedGuests('known-few', 1))], 15)
  const many = await planned([...newcomers('many', 60), ...(await unclaimedGuests('known-many', 3))], 15)
  // What is asked once in the life of a connection or a second is asked before.
  await apply((await planned(newcomers('first', 1), 15)).id)
  const asked = { few: await statementsOf(() => apply(few.id)), many: await statementsOf(() => apply(many.id)) }
  expect(asked.many.length).toBe(asked.few.length)
  const stored = db
    .selectFrom('project_member as member')
    .innerJoin('app_user as person', 'person.id', 'member.user_id')
    .innerJoin('invitation', 'invitation.user_id', 'person.id')
    .where('member.change_set_id', '=', many.id)
    .select(['member.privilege_level as level', 'member.access_until as until', 'person.guest', 'invitation.state'])
  const rows = await stored.execute()
  expect(rows).toHaveLength(63)
  const each = { level: 15, until: '2999-01-31T22:59:59Z', guest: false, state: 'pending' }
  expect(rows).toEqual(rows.map(() => ({ ...each, until: expect.stringContaining('2999-01-31') })))
})

test('guests are invited together as well: their accounts end with their membership', async () => {
  const emails = newcomers('guest', 3)
  const set = await planned(emails, 5)
  expect(await apply(set.id)).toMatchObject({ state: 'applied' })
  const accounts = await db
    .selectFrom('app_user')
    .select(['guest', 'expiration_date as ends'])
    .where('email', 'in', emails)
    .execute()
  expect(accounts).toHaveLength(3)
  for (const account of accounts) expect(account).toEqual({ guest: true, ends: expect.stringContaining('2999-01-31') })
})
