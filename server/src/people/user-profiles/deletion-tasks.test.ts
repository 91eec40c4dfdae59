import { requestDeletion } from '@lintel/contract/people/deletion-requests'
import { answerDeletion, type DeletionOutcome, listDeletionTasks } from '@lintel/contract/people/deletion-tasks'
import { expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { deletionRequester as piotr } from '../../../demo/deletion-requests'
import { personId } from '../../../demo/person-id'
import { worldWithMail } from '../../../test/world-with-mail'

const { as, db, clock, mailsTo, untilIdle } = await worldWithMail()
await db.updateTable('app_user').set({ language: 'en' }).execute()

const nordbygg = customerId('nordbygg')
const ola = 'ola@nordbygg.example'
const tasks = async (name: string, customer?: string) =>
  (await as(name).call(listDeletionTasks, { query: { customer } })).requests
const reply = (name: string, email: string, outcome: DeletionOutcome, reason = '', customer: string | null = null) =>
  as(name).call(answerDeletion, { parameters: { email }, body: { customer, outcome, reason } })
const eventsOf = (email: string) =>
  db
    .selectFrom('audit_event')
    .select(['action', 'actor_email', 'after'])
    .where('action', 'like', 'users.deletion-%')
    .where('target_id', '=', email)
    .orderBy('occurred_at')
    .execute()
await as('ola').call(requestDeletion, { parameters: { email: ola } })

test('staff see every open request with all it would affect, administrators those of their people with what is theirs', async () => {
  const all = await tasks('staff')
  expect(all.map(({ user }) => user)).toEqual([piotr, ola])
  const [, ofOla] = all
  expect(ofOla?.ownedProjects.map(({ name }) => name)).toContain('Barcode Harbour, block 4')
  expect(ofOla?.ownedProjectsTotal).toBeGreaterThan(4)
  const atNordbygg = await tasks('astrid', nordbygg)
  expect(atNordbygg.map(({ user }) => user)).toEqual([piotr, ola])
  const foreign = await db
    .selectFrom('project')
    .select('name')
    .where('customer_id', '<>', nordbygg)
    .where('owner_id', '=', personId(ola))
    .execute()
  const named = atNordbygg.flatMap(({ ownedProjects }) => ownedProjects.map(({ name }) => name))
  for (const { name } of foreign) expect(named).not.toContain(name)
})

test('G4: nobody reads or answers requests of a customer that is not theirs; a request that does not concern theirs is not found', async () => {
  const fjellbane = customerId('fjellbane')
  expect(await tasks('gro@fjellbane.example', fjellbane)).toEqual([])
  await expect(tasks('gro@fjellbane.example', nordbygg)).rejects.toMatchObject({ status: 403 })
  for (const name of ['astrid', 'ola', 'kari']) await expect(tasks(name)).rejects.toMatchObject({ status: 403 })
  const gro = reply('gro@fjellbane.example', ola, 'done', '', fjellbane)
  await expect(gro).rejects.toMatchObject({ status: 404 })
  await expect(reply('astrid', ola, 'done')).rejects.toMatchObject({ status: 403 })
  await expect(reply('astrid', 'mei@nordbygg.example', 'done', '', nordbygg)).rejects.toMatchObject({ status: 404 })
  expect(await eventsOf(ola)).toMatchObject([{ action: 'users.deletion-requested' }])
})

test('a refusal has a reason; administrators’ answer leaves the request open for staff and is mailed, audited and shown', async () => {
  await expect(reply('astrid', ola, 'refused', '  ', nordbygg)).rejects.toMatchObject({ status: 422, code: 'required' })
  await reply('astrid', ola, 'refused', 'Hand over the harbour first.', nordbygg)
  await untilIdle()
  expect(mailsTo(ola).at(-1)?.subject).toBe('Nordbygg AS objects to the deletion of your account')
  expect(mailsTo(ola).at(-1)?.text).toContain('Hand over the harbour first.')
  const [, task] = await tasks('staff')
  expect(task?.answers).toMatchObject([
    {
      customer: { id: nordbygg },
      outcome: 'refused',
      reason: 'Hand over the harbour first.',
      answeredBy: 'astrid@nordbygg.example',
    },
  ])
  expect((await eventsOf(ola)).at(-1)).toMatchObject({
    action: 'users.deletion-refused',
    actor_email: 'astrid@nordbygg.example',
    after: { outcome: 'refused', reason: 'Hand over the harbour first.' },
  })
})

test('staff close no account that owns projects or alone administers a customer, and refuse with a reason', async () => {
  await expect(reply('staff', ola, 'done')).rejects.toMatchObject({ status: 409, code: 'stillInUse' })
  expect((await tasks('staff')).map(({ user }) => user)).toContain(ola)
  await reply('staff', ola, 'refused', 'You own projects.')
  await untilIdle()
  expect(mailsTo(ola).at(-1)?.subject).toBe('Your account stays')
  expect((await tasks('staff')).map(({ user }) => user)).not.toContain(ola)
  await expect(reply('staff', ola, 'refused', 'Again')).rejects.toMatchObject({ status: 404 })
  const account = await db.selectFrom('app_user').select('deleted_at').where('email', '=', ola).executeTakeFirst()
  expect(account).toEqual({ deleted_at: null })
})

test('staff close an account: memberships, sessions and invitations end, nobody signs in with it, and its person hears of it', async () => {
  const before = as(piotr)
  const signedIn = async () => (await before.inject({ url: '/auth/v1/sessions' })).statusCode
  expect(await signedIn()).toBe(200)
  const id = personId(piotr)
  const count = async (table: 'project_member' | 'customer_admin' | 'deletion_request') =>
    (await db.selectFrom(table).selectAll().where('user_id', '=', id).execute()).length
  const memberships = await count('project_member')
  expect(memberships).toBeGreaterThan(0)
  await reply('staff', piotr, 'done')
  await untilIdle()
  expect([await count('project_member'), await count('customer_admin'), await count('deletion_request')]).toEqual([
    0, 0, 0,
  ])
  const account = await db.selectFrom('app_user').select('deleted_at').where('id', '=', id).executeTakeFirstOrThrow()
  expect(account.deleted_at).not.toBeNull()
  const open = await db
    .selectFrom('session')
    .select('id')
    .where('user_id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
  expect(open).toEqual([])
  clock.advance(1_001)
  expect(await signedIn()).toBe(401)
  expect(mailsTo(piotr).at(-1)?.subject).toBe('Your account is deleted')
  const ended = await db
    .selectFrom('audit_event')
    .select('action')
    .where('action', '=', 'project-members.remove')
    .where('target_id', 'like', `%.${id}`)
    .execute()
  expect(ended).toHaveLength(memberships)
  expect((await eventsOf(piotr)).at(-1)).toMatchObject({ action: 'users.deletion-done', after: { isFinal: true } })
})
