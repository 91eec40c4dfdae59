import { projectMembers } from '@lintel/contract/people/members'
import { beforeAll, expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { personId } from '../../../demo/person-id'
import { projectId } from '../../../demo/projects'
import { worldWithMail } from '../../../test/world-with-mail'
import { accessRemindersJob } from './access-reminders'
import { rangeOf, recordReminders } from './access-reminders.store'

const { as, db, clock, platform, mailsTo, untilIdle } = await worldWithMail()
const day = 86_400_000
const customer = customerId('nordbygg')
const tower = projectId('NB-1987')
const mei = 'mei@nordbygg.example'
const anna = 'anna@nordbygg.example'

const remind = () => {
  const job = { id: '018cc251-f400-7000-8000-00000000000a', attempt: 1, customer: null }
  return accessRemindersJob.run({ platform, payload: {}, job, signal: new AbortController().signal })
}
const run = async () => {
  await remind()
  await untilIdle()
}
const subjects = (email: string) => mailsTo(email).map(({ subject }) => subject)
const dayFrom = (days: number) => new Date(clock.now() + days * day).toISOString().slice(0, 10)

// Sends the reminders of the demo world first, so that the rest belongs to this test.
beforeAll(remind)

test('a member and whoever gave the access are told at fourteen and at three days, once each', async () => {
  const member = await as('anna').post(projectMembers, {
    project: tower,
    user: 'lena@nordbygg.example',
    privilegeLevel: 10,
    providers: [],
    sendInvitation: false,
    accessUntil: dayFrom(30),
  })
  await run()
  expect(subjects('lena@nordbygg.example')).toEqual([])
  clock.advance(17 * day)
  await run()
  await run()
  expect(subjects('lena@nordbygg.example')).toHaveLength(1)
  expect(mailsTo(anna).at(-1)?.text).toContain('Lena')
  const givers = mailsTo(anna).length
  clock.advance(5 * day)
  await run()
  expect(subjects('lena@nordbygg.example')).toHaveLength(1)
  clock.advance(6 * day)
  await run()
  await run()
  expect(subjects('lena@nordbygg.example')).toHaveLength(2)
  expect(mailsTo(anna)).toHaveLength(givers + 1)
  // A later end counts as a new one.
  await as('anna').patch(projectMembers, member.id, { accessUntil: dayFrom(40) })
  clock.advance(28 * day)
  await run()
  expect(subjects('lena@nordbygg.example')).toHaveLength(3)
})

test('an end that was set when it was near already is told of at the next distance only', async () => {
  const id = `${projectId('NB-2041')}.${personId(mei)}`
  await as('anna').patch(projectMembers, id, { accessUntil: dayFrom(10) })
  await run()
  expect(subjects(mei)).toHaveLength(0)
  clock.advance(8 * day)
  await run()
  expect(subjects(mei)).toHaveLength(1)
  expect(mailsTo(mei)[0]?.text).toMatch(/Barcode/)
})

test('one mail tells of all that ends together, to each in their language', async () => {
  const projects = ['NB-2042', 'NB-2103', 'NB-2110'].map(projectId)
  const members = db
    .updateTable('project_member')
    .where('project_id', 'in', projects)
    .where('user_id', '=', personId(mei))
  const end = `${dayFrom(13)}T22:59:59Z`
  const { numUpdatedRows } = await members
    .set({
      access_until: end,
      created_at: '2025-01-01T00:00:00Z',
      updated_at: '2025-01-01T00:00:00Z',
      invited_by: personId('kari@nordbygg.example'),
    })
    .executeTakeFirstOrThrow()
  expect(Number(numUpdatedRows)).toBe(3)
  const before = mailsTo(mei).length
  await run()
  expect(mailsTo(mei)).toHaveLength(before + 1)
  expect(mailsTo(mei).at(-1)?.text.match(/– /g)).toHaveLength(3)
  const trail = db
    .selectFrom('audit_event')
    .select('after')
    .where('action', '=', 'access.remind')
    .where('tenant_id', '=', customer)
  expect((await trail.orderBy('sequence', 'desc').execute())[0]).toEqual({ after: { days: 14, memberships: 3 } })
})

test('ends soon filters members: those that end within fourteen days and are not over', async () => {
  const listed = await as('astrid').list(projectMembers, { filter: { customer, endsSoon: true }, page: { size: 200 } })
  expect(listed.map(({ user }) => user)).toContain('runar@stalbygg.example')
  const ends = listed.map(({ accessUntil, expirationDate }) => Date.parse(accessUntil ?? expirationDate ?? ''))
  expect(ends.filter((end) => !(end > Date.now() && end <= Date.now() + 14 * day))).toEqual([])
  const rest = await as('astrid').page(projectMembers, { filter: { customer, endsSoon: false } })
  const all = await as('astrid').page(projectMembers, { filter: { customer } })
  expect((rest.total ?? 0) + listed.length).toBe(all.total)
})

test('ends that nobody is to be told of keep none of the others waiting', async () => {
  const end = `${dayFrom(13)}T10:59:59Z`
  const long = { created_at: '2025-01-01T00:00:00Z', updated_at: '2025-01-01T00:00:00Z' }
  const ending = (project: string, user: string, access_until: string) =>
    db
      .updateTable('project_member')
      .set({ access_until, ...long })
      .where('project_id', '=', projectId(project))
      .where('user_id', '=', personId(user))
      .executeTakeFirstOrThrow()
  await db.updateTable('project_member').set({ access_until: null, expiration_date: null }).execute()
  await ending('NB-2042', mei, end)
  await ending('NB-2103', mei, end.replace('10:', '11:'))
  await db.updateTable('project').set({ is_inactive: true }).where('id', '=', projectId('NB-2042')).execute()
  const recorded = await record()
  expect(recorded.map(({ project }) => project)).toEqual([projectId('NB-2103')])
})

/** Records the reminders of the first step. */
function record() {
  const [step, now] = [{ days: 14, next: 3 }, clock.now()]
  return db.transaction().execute((transaction) => recordReminders(transaction, step, rangeOf(step, now), now))
}

/** What is recorded for the only membership that ends soon, which anna gave to mei. */
async function remindedOf(project: string, days: number) {
  await db.updateTable('project_member').set({ access_until: null, expiration_date: null }).execute()
  await db
    .updateTable('project_member')
    .set({
      access_until: `${dayFrom(days)}T10:59:59Z`,
      created_at: '2025-01-01T00:00:00Z',
      updated_at: '2025-01-01T00:00:00Z',
      invited_by: personId(anna),
      change_set_id: null,
    })
    .where('project_id', '=', project)
    .where('user_id', '=', personId(mei))
    .execute()
  const [due] = await record()
  return due
}

test('whoever has a name of one letter is named by address, as in lists', async () => {
  const project = projectId('NB-2103')
  expect(await remindedOf(project, 13)).toMatchObject({ person: 'Mei Zhang' })
  const account = db.updateTable('app_user').set({ given_name: 'M', family_name: '' })
  await account.where('id', '=', personId(mei)).execute()
  const profile = db.updateTable('customer_user_profile').set({ first_name: null, last_name: null })
  await profile.where('user_id', '=', personId(mei)).execute()
  expect(await remindedOf(project, 12)).toMatchObject({ person: mei })
})

test('an administrator whose mailbox is not proved is not told who has access: the owner is', async () => {
  const project = projectId('NB-2103')
  const theirs = db.deleteFrom('project_member').where('project_id', '=', project).where('user_id', '=', personId(anna))
  await theirs.execute()
  expect(await remindedOf(project, 11)).toMatchObject({ giver: personId(anna) })
  await db.updateTable('customer_admin').set({ awaits_proof: true }).where('user_id', '=', personId(anna)).execute()
  const owner = db.selectFrom('project').select('owner_id as giver').where('id', '=', project)
  expect(await remindedOf(project, 10)).toMatchObject(await owner.executeTakeFirstOrThrow())
})

test('whoever gave access that waits for a proof is told of its end, and the person has none to lose', async () => {
  await db.updateTable('project_member').set({ access_until: null, expiration_date: null }).execute()
  const ending = (awaits_proof: boolean, days: number) =>
    db
      .updateTable('project_member')
      .set({
        access_until: `${dayFrom(days)}T10:59:59Z`,
        created_at: '2025-01-01T00:00:00Z',
        updated_at: '2025-01-01T00:00:00Z',
        invited_by: personId('kari@nordbygg.example'),
        change_set_id: null,
        awaits_proof,
      })
      .where('project_id', '=', projectId('NB-2041'))
      .where('user_id', '=', personId('jonas@nordbygg.example'))
      .execute()
  const told = () => ['jonas@nordbygg.example', 'kari@nordbygg.example'].map((email) => mailsTo(email).length)
  const [person = 0, giver = 0] = told()
  await ending(true, 13)
  await run()
  expect(told()).toEqual([person, giver + 1])
  await ending(false, 12)
  await run()
  expect(told()).toEqual([person + 1, giver + 2])
})

test('a mail about the end in several projects leads to all of them, one about a single project to it', async () => {
  const end = async (numbers: readonly string[], days: number) => {
    await db.updateTable('project_member').set({ access_until: null, expiration_date: null }).execute()
    await db
      .updateTable('project_member')
      .set({
        access_until: `${dayFrom(days)}T10:59:59Z`,
        created_at: '2025-01-01T00:00:00Z',
        updated_at: '2025-01-01T00:00:00Z',
        invited_by: personId('kari@nordbygg.example'),
        change_set_id: null,
      })
      .where('project_id', 'in', numbers.map(projectId))
      .where('user_id', '=', personId(mei))
      .execute()
    await run()
    return mailsTo('kari@nordbygg.example').at(-1)
  }
  expect((await end(['NB-2041', 'NB-2110'], 11))?.links[0]?.pathname).toBe('/')
  expect((await end(['NB-2041'], 10))?.links[0]?.pathname).toBe(`/project-${projectId('NB-2041')}/`)
})
