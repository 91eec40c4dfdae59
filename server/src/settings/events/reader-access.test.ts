import { afterEach, expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { personId } from '../../../demo/person-id'
import { world } from '../../../test/world'
import { checkReaderAccess } from './reader-access.store'

const { db, as, clock } = await world()
const nordbygg = customerId('nordbygg')
const ways = [{}, { secondFactor: true }, { provider: 'partnerengineering' }, { provider: 'vvsteknik' }]
for (const how of ways) await as('astrid', how).inject({ method: 'GET', url: '/mgw/api/v3/users/me' })
const sessions = await db
  .selectFrom('session')
  .select('id')
  .where('user_id', '=', personId('astrid@nordbygg.example'))
  .orderBy('id', 'desc')
  .limit(ways.length)
  .execute()
const user = personId('astrid@nordbygg.example')
const readers = sessions.reverse().map(({ id }) => ({ session: id, customer: nordbygg, user }))

const setMethods = (providers: string[]) =>
  db.updateTable('customer').set({ providers }).where('id', '=', nordbygg).execute()
afterEach(() => setMethods([]))

test.each([
  [[], [true, true, true, true]],
  [['COGNITO'], [true, true, false, false]],
  [['COGNITO_MFA'], [false, true, false, false]],
  [
    ['partnerengineering', 'COGNITO_MFA'],
    [false, true, true, false],
  ],
])(
  'G10: whoever follows a customer that wants %j is told on only by a session of such a method',
  async (wanted, told) => {
    await setMethods(wanted)
    expect(await checkReaderAccess(db, readers, clock.now())).toEqual(told)
  },
)
