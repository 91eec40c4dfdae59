import { ssoProviders } from '@lintel/contract/customers/providers'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { databaseBeforeMigration } from '../../../test/database-before-migration'
import { interceptStatements } from '../../../test/intercept-statements'
import { world } from '../../../test/world'
import { providerOfCompany } from './federation.store'

const { db, as } = await world()
const { untilLockWaiters } = interceptStatements(db)
const looks = { color: '#0b7285', textColor: '#ffffff' }
const add = (id: string) =>
  as('staff', { secondFactor: true }).post(ssoProviders, {
    id,
    name: id,
    ...looks,
    issuer: 'https://login.bygg.example',
  })
const taken = { status: 409, code: 'providerIdTaken', source: { pointer: '/data/id' } }

test('an id that differs from another one in signs and case alone is taken: both would be one company id', async () => {
  await add('nord-bygg')
  for (const id of ['nordbygg', 'Nord_Bygg', 'nord--bygg']) await expect(add(id), id).rejects.toMatchObject(taken)
  expect(await providerOfCompany(db, 'nordbygg')).toMatchObject({ id: 'nord-bygg' })
  expect(await add('nord-bygg-2')).toMatchObject({ id: 'nord-bygg-2' })
})

test('G8: of two that are added at the same moment, one has the company id', async () => {
  const [second] = await db.transaction().execute(async (tx) => {
    await tx.insertInto('sso_provider').values({ id: 'vest-bygg', name: 'Vest' }).execute()
    const second = expect(add('vestbygg')).rejects.toMatchObject(taken)
    await untilLockWaiters('sso_provider')
    return [second]
  })
  await second
})

test('ids of an older database that share a company id stay, and the first is reached as before', async () => {
  const { db, migrateToLatest } = await databaseBeforeMigration('262')
  await sql`insert into sso_provider (id, name, issuer) values
    ('nordbygg', 'B', 'https://b.example'), ('nord-bygg', 'A', 'https://a.example')`.execute(db)
  await migrateToLatest()
  expect(await providerOfCompany(db, 'nordbygg')).toMatchObject({ id: 'nord-bygg', name: 'A' })
  const update = db.updateTable('sso_provider').set({ name: 'Nordbygg' }).where('id', '=', 'nordbygg')
  expect((await update.executeTakeFirstOrThrow()).numUpdatedRows).toBe(1n)
})
