import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { personId } from '../../../demo/person-id'
import { countBlocks } from '../../../test/capture-statements'
import { testDatabase } from '../../../test/test-database'
import { worldOn } from '../../../test/world'
import { instantOf } from '../../platform/clock'
import { upsertPassword } from './passwords.store'

const { db } = await testDatabase()
const { clock } = await worldOn(db)
const mei = personId('mei@nordbygg.example')

test('a new password clears the counters of its owner, without reading those of others', async () => {
  const at = instantOf(clock.now())
  await sql`
    insert into guessing (subject, pending_since, touched_at)
    select 'email:' || number, ${at}::timestamptz, ${at}::timestamptz from generate_series(1, 20000) as number`.execute(
    db,
  )
  await sql`
    insert into guessing (subject, user_id, failures, pending_since, touched_at)
    values (${`user:${mei}`}, ${mei}, 3, ${at}, ${at}), (${`browser:${mei}:ab`}, ${mei}, 1, ${at}, ${at})`.execute(db)
  await sql`analyze guessing`.execute(db)
  const blocks = await countBlocks(db, 'delete from "guessing"', () =>
    db.transaction().execute((transaction) => upsertPassword(transaction, mei, 'hash', clock.now())),
  )
  expect(blocks).toBeLessThan(20)
  const left = db
    .selectFrom('guessing')
    .select(({ fn }) => [fn.count<number>('user_id').as('own'), fn.countAll<number>().as('all')])
  expect(await left.executeTakeFirst()).toEqual({ own: 0, all: 20_000 })
})
