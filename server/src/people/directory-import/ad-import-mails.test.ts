import { undoChangeSet } from '@lintel/contract/people/change-sets'
import { customerUserProfiles } from '@lintel/contract/people/customer-user-profiles'
import { invitations } from '@lintel/contract/people/invitations'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { importing } from '../../../test/directory-import'
import { givePassword } from '../../../test/give-password'
import { worldWithMail } from '../../../test/world-with-mail'
import { accessNoticesJob } from '../access-notices/access-notices'

const { as, db, clock, platform, mailsTo, settled } = await worldWithMail({
  rates: { invite: { calls: 3, seconds: 3_600 } },
})
/** Signed in anew: hours pass here. */
const astrid = () => as('astrid')
const domain = 'nordbygg.example'
const customer = customerId('nordbygg')
const minute = 60_000
const mei = 'mei@nordbygg.example'

/** What was waiting to be told when `ms` have passed is told. */
async function pass(ms: number) {
  clock.pass(ms)
  const job = { id: uuidv7(), attempt: 1, customer: null }
  await accessNoticesJob.run({ platform, payload: {}, job, signal: new AbortController().signal })
  await settled()
}

/** Imports these people as a group with a role in a project; gives the plan. */
async function imported(people: readonly string[], project: string, invite: boolean): Promise<string> {
  const group = uuidv7()
  const files = {
    'users.csv': `email\n${people.join('\n')}\n`,
    'memberships.csv': `group;email\n${people.map((email) => `${group};${email}`).join('\n')}\n`,
    'access.csv': `group;project;role\n${group};${project};admin\n`,
  }
  const { planId } = await importing(astrid(), { files, domain })
  expect(await importing(astrid(), { planId, dryRun: 'false', invite: String(invite) })).toMatchObject({
    state: 'applied',
  })
  await settled()
  return planId
}
const newcomer = () => `comes.${uuidv7().slice(-12)}@nordbygg.example`

/** Somebody the customer knows who signs in with a password, without a project of the customer's. */
async function withAccount(): Promise<string> {
  const email = newcomer()
  await astrid().post(customerUserProfiles, { customer, newUserEmail: email } as never)
  await givePassword(db, email)
  return email
}
const invitedNow = async (people: readonly string[]) => {
  const all = await astrid().list(invitations, { filter: { customer }, page: { size: 200 } })
  return all.filter(({ email }) => people.includes(email)).map(({ email, state }) => [email, state])
}

test('without the choice nobody is invited; who has an account is told of the role in their gathered mail', async () => {
  const [unknown, known] = [newcomer(), await withAccount()]
  const before = mailsTo(mei).length
  await imported([unknown, known, mei], 'NB-2042', false)
  expect([unknown, known].flatMap((email) => mailsTo(email))).toEqual([])
  expect(await invitedNow([unknown, known])).toEqual([])
  await pass(6 * minute)
  expect(mailsTo(mei)).toHaveLength(before + 1)
  expect(mailsTo(known)).toHaveLength(1)
  expect(mailsTo(known)[0]?.text).toContain(': ')
  // At most once an hour, and what came since is in one mail.
  await imported([known, mei], 'NB-2103', false)
  await pass(6 * minute)
  expect(mailsTo(known)).toHaveLength(1)
  await pass(60 * minute)
  expect(mailsTo(known)).toHaveLength(2)
  expect(mailsTo(mei)).toHaveLength(before + 2)
  expect(mailsTo(unknown)).toEqual([])
})

test('with the choice whoever has their first access by it is invited, and the others are told as ever', async () => {
  await pass(61 * minute)
  const [unknown, known] = [newcomer(), await withAccount()]
  const before = mailsTo(mei).length
  await imported([unknown, known, mei], 'NB-2110', true)
  expect(mailsTo(unknown, '/login')).toHaveLength(1)
  expect(mailsTo(known)).toHaveLength(1)
  expect((await invitedNow([unknown, known])).toSorted()).toEqual(
    [
      [unknown, 'pending'],
      [known, 'pending'],
    ].toSorted(),
  )
  expect(mailsTo(mei)).toHaveLength(before)
  await pass(6 * minute)
  expect(mailsTo(mei)).toHaveLength(before + 1)
  expect(mailsTo(known)).toHaveLength(1)
})

test('B4: invitations of an import beyond an hour’s go out in the hours that follow', async () => {
  await pass(61 * minute)
  const people = Array.from({ length: 5 }, newcomer)
  await imported(people, 'NB-2042', true)
  expect(people.filter((email) => mailsTo(email).length > 0)).toHaveLength(3)
  await pass(61 * minute)
  expect(people.filter((email) => mailsTo(email).length > 0)).toHaveLength(5)
})

test('F3: an import that is undone within minutes mails nobody of a role, and withdraws its invitations', async () => {
  await pass(61 * minute)
  const [unknown, known] = [newcomer(), await withAccount()]
  const quiet = await imported([known], 'NB-2042', false)
  const inviting = await imported([unknown], 'NB-2042', true)
  for (const id of [inviting, quiet]) {
    await astrid().call(undoChangeSet, { parameters: { id }, body: { partial: false } })
  }
  await pass(61 * minute)
  expect(mailsTo(known)).toEqual([])
  expect(await invitedNow([unknown])).toEqual([[unknown, 'revoked']])
})
