import { readDeletionEffects } from '@lintel/contract/people/deletion-effects'
import { requestDeletion, withdrawDeletion } from '@lintel/contract/people/deletion-requests'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { projectId } from '../../../demo/projects'
import { worldWithMail } from '../../../test/world-with-mail'

const { as, db, clock, mailsTo, untilIdle } = await worldWithMail()

// Everybody reads their mail in English here.
await db.updateTable('app_user').set({ language: 'en' }).execute()

const ola = 'ola@nordbygg.example'
const ask = (name: string, email: string) => as(name).call(requestDeletion, { parameters: { email } })
const withdraw = (name: string, email: string) => as(name).call(withdrawDeletion, { parameters: { email } })
const requestedAt = async (name: string, email: string) =>
  (await as(name).call(readDeletionEffects, { parameters: { email } })).requestedAt
const subjects = (email: string) => mailsTo(email).map(({ subject }) => subject)
const requestSubject = `${ola} asks for their account to be deleted`

test('a deletion that somebody asks for is mailed to staff and to their administrators with what it would affect, once', async () => {
  expect(await requestedAt('ola', ola)).toBeNull()
  const first = await ask('ola', ola)
  expect(await ask('ola', ola)).toEqual(first)
  await untilIdle()
  expect(await requestedAt('ola', ola)).toBe(first.requestedAt)
  expect(subjects(ola)).toEqual(['Your account is to be deleted'])

  const staff = await db
    .selectFrom('app_user')
    .select('email')
    .where('role', 'is not', null)
    .where('is_inactive', '=', false)
    .execute()
  expect(staff.length).toBeGreaterThan(0)
  for (const { email } of staff) expect(subjects(email)).toEqual([requestSubject])
  const [mail] = mailsTo(staff[0]?.email ?? '')
  expect(mail?.text).toContain('– Barcode Harbour, block 4')
  const listOf = (links: readonly URL[]) => links.find(({ pathname }) => pathname === '/deletion-requests')
  expect(listOf(mail?.links ?? [])?.search).toBe('')
  expect(mailsTo(ola)[0]?.text).toContain('Our staff and the administrators of your company have been notified')
  expect(subjects('astrid@nordbygg.example')).toEqual([requestSubject])
  // Whoever administers several customers is led to the one that is asked.
  expect(listOf(mailsTo('anna@nordbygg.example')[0]?.links ?? [])?.search).toBe(`?customer=${customerId('nordbygg')}`)

  const events = await db
    .selectFrom('audit_event')
    .select(['action', 'target_id'])
    .where('action', '=', 'users.deletion-requested')
    .execute()
  expect(events).toHaveLength(2)
  expect(events[0]).toMatchObject({ target_id: ola })
})

test('G4: administrators of customers that the person has nothing to do with hear of nothing, nor of others’ projects', async () => {
  const own = await db
    .selectFrom('project')
    .innerJoin('app_user as owner', 'owner.id', 'project.owner_id')
    .leftJoin('project_member as member', 'member.project_id', 'project.id')
    .select('project.customer_id')
    .where('project.is_inactive', '=', false)
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('owner.email', '=', ola),
        eb('member.user_id', '=', selectFrom('app_user').select('id').where('email', '=', ola)),
      ]),
    )
    .distinct()
    .execute()
  const customers = own.map(({ customer_id }) => customer_id)
  const elsewhere = await db
    .selectFrom('app_user as person')
    .select('person.email')
    .where('person.role', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('customer_admin').whereRef('customer_admin.user_id', '=', 'person.id').select('user_id')),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('customer_admin')
            .whereRef('customer_admin.user_id', '=', 'person.id')
            .where('customer_admin.customer_id', 'in', customers)
            .select('user_id'),
        ),
      ),
    )
    .execute()
  expect(elsewhere.length).toBeGreaterThan(0)
  for (const { email } of elsewhere) expect(subjects(email)).not.toContain(requestSubject)
  for (const name of ['mei', 'anna', 'staff']) {
    await expect(ask(name, ola)).rejects.toMatchObject({ status: 404 })
    await expect(withdraw(name, ola)).rejects.toMatchObject({ status: 404 })
  }
})

test('it is withdrawn, which those who were told hear; withdrawn again, nobody hears anything', async () => {
  await withdraw('ola', ola)
  await withdraw('ola', ola)
  await untilIdle()
  expect(await requestedAt('ola', ola)).toBeNull()
  expect(subjects('astrid@nordbygg.example')).toEqual([requestSubject, `${ola} keeps their account`])
})

test('who asks and withdraws again and again is slowed down', async () => {
  for (let round = 0; round < 2; round++) {
    await ask('ola', ola)
    await withdraw('ola', ola)
  }
  await expect(ask('ola', ola)).rejects.toMatchObject({ status: 429 })
  clock.advance(24 * 3_600_000 + 1_000)
  expect(await ask('ola', ola)).toHaveProperty('requestedAt')
})

test('who belongs to no customer is not told of administrators', async () => {
  const alone = 'hiro@kozo.example'
  const user = db.selectFrom('app_user').select('id').where('email', '=', alone)
  const { id } = await user.executeTakeFirstOrThrow()
  await db.deleteFrom('project_member').where('user_id', '=', id).execute()
  await db.updateTable('app_user').set({ home_customer_id: null }).where('id', '=', id).execute()
  await ask('hiro', alone)
  await untilIdle()
  const [mail] = mailsTo(alone)
  expect(mail?.text).toContain('Our staff have been notified and will contact you by mail')
  expect(mail?.text).not.toContain('administrators')
})

test('a guest asks for their own account by their link, and withdraws it; for nobody else’s', async () => {
  const email = 'guest@partner.example'
  const guest = as(email, { guestOf: projectId('NB-2041') })
  const own = { parameters: { email } }
  const { requestedAt: at } = await guest.call(requestDeletion, own)
  expect((await guest.call(readDeletionEffects, own)).requestedAt).toBe(at)
  await untilIdle()
  expect(subjects(email)).toEqual(['Your account is to be deleted'])
  await guest.call(withdrawDeletion, own)
  expect((await guest.call(readDeletionEffects, own)).requestedAt).toBeNull()
  const foreign = { parameters: { email: ola } }
  for (const call of [readDeletionEffects, requestDeletion, withdrawDeletion])
    await expect(guest.call(call, foreign)).rejects.toMatchObject({ status: 404 })

  // G6: of an account that has become a full one the link opens the project alone.
  await db.updateTable('app_user').set({ guest: false }).where('email', '=', email).execute()
  for (const call of [readDeletionEffects, requestDeletion, withdrawDeletion])
    await expect(guest.call(call, own)).rejects.toMatchObject({ status: 403 })
  const { isAsked } = await db
    .selectFrom('app_user')
    .leftJoin('deletion_request as asked', 'asked.user_id', 'app_user.id')
    .select(sql<boolean>`asked.user_id is not null`.as('isAsked'))
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  expect(isAsked).toBe(false)
})
