import { changeSets } from '@lintel/contract/people/change-sets'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { importDirectory } from '../../../test/directory-import'
import { testDatabase } from '../../../test/test-database'
import { worldOn } from '../../../test/world'
import { startWorkers } from '../../platform/jobs/workers'
import { changeSetStepJob } from '../change-sets/engine/change-set-step-job'

const { db } = await testDatabase()
const { as, platform } = await worldOn(db)
const astrid = as('astrid')
const domain = 'nordbygg.example'
const workers = startWorkers(platform, [changeSetStepJob], { pollInterval: 10 })
afterAll(() => workers.stop(5_000))

const numbers = (length: number) => Array.from({ length }, (_, at) => at)
const users = (count: number) =>
  `email;givenName\n${numbers(count)
    .map((at) => `most${at}@${domain};Given${at}`)
    .join('\n')}\n`
const groups = (count: number) =>
  `group\n${numbers(count)
    .map((at) => `Group ${at}`)
    .join('\n')}\n`

/** The final state of a plan of these files, and its number of stored rows. */
async function planned(files: Record<string, string>) {
  const { planId } = await importDirectory(astrid, { files, domain })
  const ended = async () => (await astrid.get(changeSets, planId)).state
  await expect.poll(ended, { timeout: 180_000, interval: 500 }).not.toBe('planning')
  const { state, failure } = await astrid.get(changeSets, planId)
  const { rows } = await sql<{ outcome: string; rows: number; first: number; last: number }>`
    select outcome, count(distinct number)::int as rows, min(number) as first, max(number) as last from change_set_row
    where change_set_id = ${planId} group by outcome order by first`.execute(db)
  return { state, failure, rows }
}

test('contract 4: an import of exactly two hundred thousand rows is planned', { timeout: 240_000 }, async () => {
  const files = {
    'users.csv': users(100_000),
    'groups.csv': groups(99_999),
    'memberships.csv': 'group;email\nGroup 1;x@y\n',
  }
  expect(await planned(files)).toEqual({
    ...{ state: 'planned', failure: null },
    rows: [
      { outcome: 'conflict', rows: 1, first: 1, last: 1 },
      { outcome: 'change', rows: 199_999, first: 2, last: 200_000 },
    ],
  })
})

test('contract 4: an import of one line more is refused whole', { timeout: 240_000 }, async () => {
  const files = { 'users.csv': users(100_000), 'groups.csv': groups(100_000), 'more groups.csv': 'group\nOne more\n' }
  expect(await planned(files)).toEqual({ state: 'failed', failure: 'tooManyRows', rows: [] })
})

test('contract 4: lines that fit and make one row more are refused whole', { timeout: 240_000 }, async () => {
  const one = `group;email\nNamed here alone;most1@${domain}\n`
  const files = { 'users.csv': users(100_000), 'groups.csv': groups(99_999), 'memberships.csv': one }
  expect(await planned(files)).toEqual({ state: 'failed', failure: 'tooManyRows', rows: [] })
})
