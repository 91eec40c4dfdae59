import { applyChangeSet, changeSets } from '@lintel/contract/people/change-sets'
import { projectMembers } from '@lintel/contract/people/members'
import { projects } from '@lintel/contract/projects/projects'
import { expect, onTestFinished, test } from 'vitest'
import { customerId } from '../../../../demo/customers'
import { projectId } from '../../../../demo/projects'
import { captureStatements } from '../../../../test/capture-statements'
import { interceptStatements } from '../../../../test/intercept-statements'
import { world } from '../../../../test/world'

const { as, db } = await world({
  rates: { general: { calls: 100_000, seconds: 60 }, invite: { calls: 500, seconds: 60 } },
})
const { beforeStatement } = interceptStatements(db)
const customer = customerId('nordbygg')
const project = projectId('NB-2041')

const planned = (emails: readonly string[], level: number) =>
  as('astrid').post(changeSets, {
    kind: 'invitations',
    customer,
    input: { project, emails, level, accessUntil: '2999-01-31' },
  } as never)
const apply = (id: string) => as('astrid').call(applyChangeSet, { parameters: { id } })
const newEmails = (of: string, many: number) => Array.from({ length: many }, (_, at) => `${of}${at}@crowd.example`)

/** People invited to another project as guests who never signed in: invited as members, they become members. */
const addUnclaimedGuests = async (of: string, many: number) => {
  const emails = newEmails(of, many)
  for (const user of emails) {
    const draft = { project: projectId('NB-2042'), user, privilegeLevel: 5 as const, providers: [] }
    const { id } = await as('astrid').post(projectMembers, { ...draft, sendInvitation: false })
    await as('astrid').remove(projectMembers, id)
  }
  return emails
}

test('however many are invited, new ones and known ones, the database is asked as often', async () => {
  const few = await planned([...newEmails('few', 2), ...(await addUnclaimedGuests('known-few', 1))], 15)
  const many = await planned([...newEmails('many', 60), ...(await addUnclaimedGuests('known-many', 3))], 15)
  // Statements that run once per connection or per second are run before.
  await apply((await planned(newEmails('first', 1), 15)).id)
  const statements = {
    few: await captureStatements(() => apply(few.id)),
    many: await captureStatements(() => apply(many.id)),
  }
  expect(statements.many.length).toBe(statements.few.length)
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
  const emails = newEmails('guest', 3)
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

const museum = projectId('NB-2042')
const anna = as('anna')

/** Moves the museum to the other customer that Anna administers, until the test ends. */
async function moveMuseum(): Promise<void> {
  await anna.patch(projects, museum, { customer: customerId('eiendom') })
  onTestFinished(async () => void (await anna.patch(projects, museum, { customer })))
}
const roles = [{ project: museum, level: 10 }]
const stale = { status: 412, code: 'stale' }
const isKnown = async (email: string) =>
  (await db.selectFrom('app_user').select('id').where('email', '=', email).execute()).length > 0

test.each([
  ['invitations', (user: string) => ({ project: museum, emails: [user], level: 10 })],
  ['new-user', (user: string) => ({ user, roles })],
])(
  'G4: planned %s to a project that belongs to another customer since are stale, and nobody is added there',
  async (kind, inputOf) => {
    const user = `${kind}@moved.example`
    const set = await anna.post(changeSets, { kind, customer, input: inputOf(user) } as never)
    expect(set).toMatchObject({ state: 'planned', summary: { conflict: 0 } })
    await moveMuseum()
    await expect(anna.call(applyChangeSet, { parameters: { id: set.id } })).rejects.toMatchObject(stale)
    expect(await anna.get(changeSets, set.id)).toMatchObject({ state: 'stale' })
    expect(await isKnown(user)).toBe(false)
  },
)

test('G4: so is an invitation at the moment at which its project moves', async () => {
  const user = 'moment@moved.example'
  beforeStatement('insert into "project_member"', moveMuseum)
  const input = { project: museum, emails: [user], level: 10 }
  const invited = anna.post(changeSets, { kind: 'invitations', customer, input, apply: 'whenClean' } as never)
  await expect(invited).rejects.toMatchObject(stale)
  expect(await isKnown(user)).toBe(false)
})
