import { undoChangeSet } from '@lintel/contract/people/change-sets'
import { customerUserProfiles } from '@lintel/contract/people/customer-user-profiles'
import { invitations } from '@lintel/contract/people/invitations'
import { projectMembers } from '@lintel/contract/people/members'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { projectId } from '../../../demo/projects'
import { importDirectory } from '../../../test/directory-import'
import { givePassword } from '../../../test/give-password'
import { worldWithMail } from '../../../test/world-with-mail'
import { accessNoticesJob } from '../access-notices/access-notices'

const { as, db, clock, platform, mailsTo, untilIdle } = await worldWithMail({
  rates: { invite: { calls: 3, seconds: 3_600 } },
})
/** Signed in for each call, because hours pass in these tests. */
const astrid = () => as('astrid')
const domain = 'nordbygg.example'
const customer = customerId('nordbygg')
const minute = 60_000
const mei = 'mei@nordbygg.example'

/** Advances the clock by `ms` and sends the notices that are due. */
async function advance(ms: number) {
  clock.advance(ms)
  const job = { id: uuidv7(), attempt: 1, customer: null }
  await accessNoticesJob.run({ platform, payload: {}, job, signal: new AbortController().signal })
  await untilIdle()
}

/** Imports these people as a group with a role in a project; returns the plan. */
async function importPeople(
  people: readonly string[],
  project: string,
  invite: boolean,
  { role = 'admin', by = astrid() } = {},
): Promise<string> {
  const group = uuidv7()
  const files = {
    'users.csv': `email\n${people.join('\n')}\n`,
    'memberships.csv': `group;email\n${people.map((email) => `${group};${email}`).join('\n')}\n`,
    'access.csv': `group;project;role\n${group};${project};${role}\n`,
  }
  const { planId } = await importDirectory(by, { files, domain })
  expect(await importDirectory(by, { planId, dryRun: 'false', invite: String(invite) })).toMatchObject({
    state: 'applied',
  })
  await untilIdle()
  return planId
}
const newEmail = () => `comes.${uuidv7().slice(-12)}@nordbygg.example`

/** A user of the customer who signs in with a password and has no project of the customer. */
async function addAccount(): Promise<string> {
  const email = newEmail()
  await astrid().post(customerUserProfiles, { customer, newUserEmail: email } as never)
  await givePassword(db, email)
  return email
}
const invitedNow = async (people: readonly string[]) => {
  const all = await astrid().list(invitations, { filter: { customer }, page: { size: 200 } })
  return all.filter(({ email }) => people.includes(email)).map(({ email, state }) => [email, state])
}

test('without the choice nobody is invited; who has an account is told of the role in their gathered mail', async () => {
  const [unknown, known] = [newEmail(), await addAccount()]
  const before = mailsTo(mei).length
  await importPeople([unknown, known, mei], 'NB-2042', false)
  expect([unknown, known].flatMap((email) => mailsTo(email))).toEqual([])
  expect(await invitedNow([unknown, known])).toEqual([])
  await advance(6 * minute)
  expect(mailsTo(mei)).toHaveLength(before + 1)
  expect(mailsTo(known)).toHaveLength(1)
  expect(mailsTo(known)[0]?.text).toContain(': ')
  // At most one mail an hour; later changes are combined into one.
  await importPeople([known, mei], 'NB-2103', false)
  await advance(6 * minute)
  expect(mailsTo(known)).toHaveLength(1)
  await advance(60 * minute)
  expect(mailsTo(known)).toHaveLength(2)
  expect(mailsTo(mei)).toHaveLength(before + 2)
  expect(mailsTo(unknown)).toEqual([])
})

test('with the choice whoever has their first access by it is invited, and the others are told as ever', async () => {
  await advance(61 * minute)
  const [unknown, known] = [newEmail(), await addAccount()]
  const before = mailsTo(mei).length
  await importPeople([unknown, known, mei], 'NB-2110', true)
  expect(mailsTo(unknown, '/login')).toHaveLength(1)
  expect(mailsTo(known)).toHaveLength(1)
  expect((await invitedNow([unknown, known])).toSorted()).toEqual(
    [
      [unknown, 'pending'],
      [known, 'pending'],
    ].toSorted(),
  )
  expect(mailsTo(mei)).toHaveLength(before)
  await advance(6 * minute)
  expect(mailsTo(mei)).toHaveLength(before + 1)
  expect(mailsTo(known)).toHaveLength(1)
})

test('B4: invitations of an import beyond an hour’s go out in the hours that follow', async () => {
  await advance(61 * minute)
  const people = Array.from({ length: 5 }, newEmail)
  await importPeople(people, 'NB-2042', true)
  expect(people.filter((email) => mailsTo(email).length > 0)).toHaveLength(3)
  await advance(61 * minute)
  expect(people.filter((email) => mailsTo(email).length > 0)).toHaveLength(5)
})

test('F3: an import that is undone within minutes mails nobody of a role, and withdraws its invitations', async () => {
  await advance(61 * minute)
  const [unknown, known] = [newEmail(), await addAccount()]
  const quiet = await importPeople([known], 'NB-2042', false)
  const inviting = await importPeople([unknown], 'NB-2042', true)
  for (const id of [inviting, quiet]) {
    await astrid().call(undoChangeSet, { parameters: { id }, body: { partial: false } })
  }
  await advance(61 * minute)
  expect(mailsTo(known)).toEqual([])
  expect(await invitedNow([unknown])).toEqual([[unknown, 'revoked']])
})

test('F3: the invitation of a new owner is withdrawn when the import is undone, and they are invited to the project anew', async () => {
  await advance(61 * minute)
  const email = newEmail()
  const staff = as('staff')
  const id = await importPeople([email], 'NB-2041', true, { role: 'owner', by: staff })
  expect(await invitedNow([email])).toEqual([[email, 'pending']])
  expect(await staff.call(undoChangeSet, { parameters: { id }, body: { partial: false } })).toMatchObject({
    state: 'undone',
  })
  expect(await invitedNow([email])).toEqual([[email, 'revoked']])
  await advance(61 * minute)
  await astrid().post(projectMembers, { project: projectId('NB-2041'), user: email, privilegeLevel: 10 } as never)
  expect((await invitedNow([email])).toSorted()).toEqual([
    [email, 'pending'],
    [email, 'revoked'],
  ])
})

test('an invitation that is open already is a conflict', async () => {
  const email = newEmail()
  const member = { project: projectId('NB-2042'), user: email, privilegeLevel: 10 } as never
  const { project, user } = await astrid().post(projectMembers, member)
  expect(user).toBe(email)
  const { id } = await db.selectFrom('app_user').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  await db.deleteFrom('project_member').where('project_id', '=', project).where('user_id', '=', id).execute()
  await expect(astrid().post(projectMembers, member)).rejects.toMatchObject({ status: 409, code: 'conflict' })
})
