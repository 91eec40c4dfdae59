import { expect, test } from 'vitest'
import { testPlatform } from '../../../test/test-app'
import { testDatabase } from '../../../test/test-database'
import { twoCustomers } from '../../../test/two-customers'
import { type AccessMode, openContent } from './content-guard'

const { db } = await testDatabase()
const { somebody, addFreshProject } = await twoCustomers(db)
const { configuration } = testPlatform(db)

const open = async (who: string, project: string, access: AccessMode) => {
  try {
    return (await openContent(db, { actor: somebody(who), configuration }, project, access)).status
  } catch (error) {
    return error
  }
}
const everybody = ['mei', 'per', 'ola', 'kari', 'api', 'stig']

test('content of a running project is open to everybody who sees it, and not found by anybody else', async () => {
  const id = await addFreshProject()
  for (const who of everybody) expect([who, await open(who, id, 'read')]).toEqual([who, 'Running'])
  for (const who of ['lars', 'nora', 'tom']) expect(await open(who, id, 'read')).toMatchObject({ code: 'notFound' })
})

test('content of a stopped, crashed or starting project is 503 with the time to come back', async () => {
  for (const status of ['Stopped', 'Crashed', 'Starting']) {
    const crashed_at = status === 'Crashed' ? '2026-01-02T03:04:05.000Z' : null
    const id = await addFreshProject({ status, crashed_at })
    for (const access of ['read', 'write'] as const) {
      const problem = await open('mei', id, access)
      expect(problem).toMatchObject({ code: 'projectStopped', status: 503, retryAfter: 1 })
      expect(problem).toMatchObject({ objects: [{ meta: { status } }] })
    }
    expect(await open('lars', id, 'read')).toMatchObject({ code: 'notFound' })
  }
  const id = await addFreshProject({ status: 'Crashed', crashed_at: '2026-01-02T03:04:05.000Z' })
  const [problem] = ((await open('mei', id, 'read')) as { objects: { meta: { crashedAt: string } }[] }).objects
  expect(Date.parse(problem?.meta.crashedAt ?? '')).toBe(Date.parse('2026-01-02T03:04:05.000Z'))
})

test('a hibernated project is read by its owner and administrators alone, and written by nobody', async () => {
  const id = await addFreshProject({ is_hibernated: true })
  for (const who of ['per', 'ola', 'kari', 'stig']) expect([who, await open(who, id, 'read')]).toEqual([who, 'Running'])
  for (const who of ['mei', 'api']) expect(await open(who, id, 'read')).toMatchObject({ code: 'forbidden' })
  for (const who of everybody) expect(await open(who, id, 'write')).toMatchObject({ code: 'projectHibernated' })
})

test('content of a deleted project is not found, by administrators neither', async () => {
  const id = await addFreshProject()
  expect(await open('kari', id, 'read')).toBe('Running')
  await db
    .updateTable('project')
    .set({ is_inactive: true, deleted_at: new Date().toISOString() })
    .where('id', '=', id)
    .execute()
  for (const who of everybody) expect(await open(who, id, 'read')).toMatchObject({ code: 'notFound' })
})
