import { answerDeletion, listDeletionTasks, recordDeletionRequest } from '@lintel/contract/people/deletion-tasks'
import { projectMembers } from '@lintel/contract/people/members'
import { expect, test } from 'vitest'
import { personId } from '../../../demo/person-id'
import { projectId } from '../../../demo/projects'
import { worldWithMail } from '../../../test/world-with-mail'

const { as, db, mailsTo, untilIdle } = await worldWithMail()
// Everybody reads their mail in English here.
await db.updateTable('app_user').set({ language: 'en' }).execute()

const lena = 'lena@nordbygg.example'
const reason = 'A mail to support from this address.'
const record = (name: string, email: string) => as(name).call(recordDeletionRequest, { body: { email, reason } })
const listed = async () => (await as('staff').call(listDeletionTasks, { query: {} })).requests.map(({ user }) => user)
const close = (email: string) =>
  as('staff').call(answerDeletion, { parameters: { email }, body: { customer: null, outcome: 'done', reason: '' } })
const subjects = (email: string) => mailsTo(email).map(({ subject }) => subject)
const eventsOf = (email: string) =>
  db
    .selectFrom('audit_event')
    .select(['action', 'actor_email', 'after'])
    .where('target_id', '=', email)
    .where('action', 'like', 'users.deletion-%')
    .orderBy('sequence')
    .execute()

test('G8: nobody but staff records a request for somebody else, and none for an address that nobody has', async () => {
  for (const name of ['astrid', 'ola', 'guest'])
    await expect(record(name, lena)).rejects.toMatchObject({ status: 403, code: 'forbidden' })
  const unknown = record('staff', 'nobody.knows@nordbygg.example')
  await expect(unknown).rejects.toMatchObject({ status: 404, code: 'notFound' })
  expect(await listed()).not.toContain(lena)
})

test('staff record the request of somebody who cannot sign in: they and the others hear of it once, and the account is closed like any other', async () => {
  await db.updateTable('app_user').set({ is_inactive: true }).where('email', '=', lena).execute()
  const first = await record('staff', ` ${lena.toUpperCase()} `)
  expect(await record('staff', lena)).toEqual(first)
  await untilIdle()
  expect(subjects(lena)).toEqual(['Your account is to be deleted'])
  expect(subjects('astrid@nordbygg.example')).toEqual([`${lena} asks for their account to be deleted`])
  expect(await listed()).toContain(lena)
  const { requestedAt } = first
  const noted = {
    action: 'users.deletion-requested',
    actor_email: 'staff@lintel.example',
    after: { requestedAt, reason },
  }
  expect(await eventsOf(lena)).toEqual([noted, noted])
  await close(lena)
  await untilIdle()
  expect(subjects(lena).at(-1)).toBe('Your account is deleted')
  expect(await db.selectFrom('app_user').select('id').where('email', '=', lena).execute()).toEqual([])
  const closed = db.selectFrom('app_user').select('deleted_at').where('id', '=', personId(lena))
  expect((await closed.executeTakeFirstOrThrow()).deleted_at).not.toBeNull()
})

test('whoever was only invited can have their address removed: an address that is not proved hears nothing before the answer', async () => {
  const email = 'never.came@partner.example'
  const draft = { project: projectId('NB-1987'), user: email, privilegeLevel: 10 as const, providers: [] }
  await as('astrid').post(projectMembers, draft)
  await record('staff', email)
  await untilIdle()
  expect(subjects(email)).not.toContain('Your account is to be deleted')
  expect(subjects('astrid@nordbygg.example')).toContain(`${email} asks for their account to be deleted`)
  await close(email)
  await untilIdle()
  expect(subjects(email).at(-1)).toBe('Your account is deleted')
  for (const table of ['app_user', 'invitation', 'customer_person'] as const)
    expect(await db.selectFrom(table).select('email').where('email', '=', email).execute()).toEqual([])
})
