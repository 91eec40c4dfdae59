import { projects } from '@lintel/contract/projects/projects'
import { expect, test } from 'vitest'
import { personId } from '../../../demo/person-id'
import { projectId } from '../../../demo/projects'
import { worldWithMail } from '../../../test/world-with-mail'
import { purgeNoticesJob } from './purge-notices'

const { as, db, platform, mailsTo, untilIdle } = await worldWithMail()
const day = 86_400_000
const [ola, kari] = ['ola@nordbygg.example', 'kari@nordbygg.example']
const villas = projectId('NB-2071')
const daysAgo = (days: number) => new Date(platform.clock() - days * day).toISOString()
const deleteSince = (id: string, days: number) =>
  db
    .updateTable('project')
    .set({ is_inactive: true, deleted_at: daysAgo(days) })
    .where('id', '=', id)
    .execute()

const notify = async () => {
  const job = { id: '018cc251-f400-7000-8000-00000000000b', attempt: 1, customer: null }
  await purgeNoticesJob.run({ platform, payload: {}, job, signal: new AbortController().signal })
  await untilIdle()
}
const about = (email: string, name: string) => mailsTo(email).filter(({ subject }) => subject.includes(name))

test('the owner of a deleted project is mailed once, seven days before the purge, with a link to where it is restored', async () => {
  await deleteSince(villas, 22)
  await notify()
  expect(about(kari, 'Frogner Villas')).toEqual([])
  await deleteSince(villas, 24)
  await notify()
  await notify()
  const [mail, ...others] = about(kari, 'Frogner Villas')
  expect(others).toEqual([])
  const link = mail?.links.find(({ pathname }) => pathname.startsWith('/project-'))
  expect(link?.pathname).toBe(`/project-${villas}/`)
})

test('a deletion that is undone and made anew is told of anew; what is due for the purge and owners who are gone are not', async () => {
  await deleteSince(villas, 24.5)
  await notify()
  expect(about(kari, 'Frogner Villas')).toHaveLength(2)
  const trial = projectId('NB-2080')
  expect(about(ola, 'Test project Ola')).toHaveLength(1)
  await deleteSince(trial, 31)
  await notify()
  expect(about(ola, 'Test project Ola')).toHaveLength(1)
  await deleteSince(villas, 25)
  await db.updateTable('app_user').set({ is_inactive: true }).where('id', '=', personId(kari)).execute()
  await notify()
  expect(about(kari, 'Frogner Villas')).toHaveLength(2)
  await db.updateTable('app_user').set({ is_inactive: false }).where('id', '=', personId(kari)).execute()
})

test('an owner finds and restores their deleted project for thirty days, other members never', async () => {
  const owned = projectId('NB-2044')
  const member = 'mei@nordbygg.example'
  await db
    .insertInto('project_member')
    .columns(['project_id', 'user_id', 'customer_id', 'privilege_level'])
    .expression((from) =>
      from
        .selectFrom('project')
        .select(({ val, cast }) => [
          'id',
          cast<string>(val(personId(member)), 'uuid').as('user'),
          'customer_id',
          cast<number>(val(20), 'smallint').as('level'),
        ])
        .where('id', '=', owned),
    )
    .onConflict((known) => known.doNothing())
    .execute()
  await as('mei').get(projects, owned)
  await as('ola').remove(projects, owned)
  await expect(as('mei').get(projects, owned)).rejects.toMatchObject({ code: 'notFound' })
  expect(await as('ola').get(projects, owned)).toMatchObject({ isInactive: true })
  await deleteSince(owned, 31)
  await expect(as('ola').patch(projects, owned, { isInactive: false })).rejects.toMatchObject({ code: 'notFound' })
  await deleteSince(owned, 29)
  expect(await as('ola').patch(projects, owned, { isInactive: false })).toMatchObject({
    isInactive: false,
    deletedAt: null,
  })
  await as('mei').get(projects, owned)
})
