import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { databaseBeforeMigration } from '../../../test/database-before-migration'

test('the people of an older database are called what their customers wrote, on top of the names of their accounts', async () => {
  const { db, migrateToLatest } = await databaseBeforeMigration('227')
  const [customer, written, plain, invited] = [uuidv7(), uuidv7(), uuidv7(), uuidv7()]
  await db.insertInto('customer').values({ id: customer, name: 'Nord' }).execute()
  const account = (id: string, given_name: string) => ({ id, email: `${id}@x.example`, given_name, family_name: 'Vik' })
  await db
    .insertInto('app_user')
    .values([account(written, 'Marte'), account(plain, 'Jonas'), account(invited, 'Liv')])
    .execute()
  const profile = { customer_id: customer, title: 'Surveyor' }
  await db
    .insertInto('customer_user_profile')
    .values([
      { ...profile, id: uuidv7(), user_id: written, first_name: 'Mari' },
      { ...profile, id: uuidv7(), user_id: plain },
      { ...profile, id: uuidv7(), user_id: invited, first_name: 'L', last_name: null },
    ])
    .execute()
  await db.updateTable('customer_person').set({ is_accepted: false, name: '' }).where('user_id', '=', invited).execute()
  await migrateToLatest()
  const people = await db.selectFrom('customer_person').select(['user_id', 'name', 'listed_as']).execute()
  expect(Object.fromEntries(people.map(({ user_id, name, listed_as }) => [user_id, [name, listed_as]]))).toEqual({
    [written]: ['Mari Vik', 'Mari Vik'],
    [plain]: ['Jonas Vik', 'Jonas Vik'],
    [invited]: ['L', `${invited}@x.example`],
  })
})
