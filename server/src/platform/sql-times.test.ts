import { endOfDay as endOfDayInContract } from '@lintel/contract/people/guest-expiration'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { world } from '../../test/world'
import { dayText, endOfDay, instantText, secondText } from './sql-times'

const { db } = await world()

test.each([
  ['2026-03-29', 'Europe/Oslo'],
  ['2026-10-25', 'Europe/Oslo'],
  // Here the clocks go back at midnight: the last hour of the day comes twice.
  ['2027-04-03', 'America/Santiago'],
  ['2026-11-01', 'America/New_York'],
  ['9999-12-31', 'Pacific/Honolulu'],
])('the database and the contract end %s in %s at the same instant', async (day, timeZone) => {
  const end = endOfDay(sql`${day}::date`, timeZone)
  const { rows } = await sql<{ text: string }>`select ${secondText(end)} as text`.execute(db)
  expect(rows).toEqual([{ text: endOfDayInContract(day, timeZone) }])
})

test('instants are written in UTC with milliseconds or in whole seconds, and days in a time zone; nothing stays nothing', async () => {
  const at = sql`'2026-06-30T23:30:01.250+00:00'::timestamptz`
  const { rows } = await sql`select ${instantText(at)} as instant, ${secondText(at)} as second,
    ${dayText(at, sql`'Europe/Oslo'`)} as day, ${instantText(sql`null::timestamptz`)} as none`.execute(db)
  expect(rows).toEqual([
    { instant: '2026-06-30T23:30:01.250Z', second: '2026-06-30T23:30:01Z', day: '2026-07-01', none: null },
  ])
})
