import { gunzipSync } from 'node:zlib'
import { listAddress } from '@lintel/contract/jsonapi/query'
import { addFavourite, removeFavourite } from '@lintel/contract/projects/favourite-project'
import { openProject } from '@lintel/contract/projects/open-project'
import { projectLinks } from '@lintel/contract/projects/project-links'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { personId } from '../../../demo/person-id'
import { projectId } from '../../../demo/projects'
import { world } from '../../../test/world'

const { as, anonymous, db } = await world()

const harbour = projectId('NB-2041')
const bridge = projectId('NB-2042')
const favour = (name: string, id: string) => as(name).call(addFavourite, { parameters: { id } })
const unfavour = (name: string, id: string) => as(name).call(removeFavourite, { parameters: { id } })
const open = (name: string, id: string) => as(name).call(openProject, { parameters: { id } })
const link = (name: string, id: string) => as(name).get(projectLinks, id)

test('a favourite is a person’s own, and twice is the same as once', async () => {
  for (const _ of [1, 2]) await favour('kari', bridge)
  expect(await link('kari', bridge)).toMatchObject({ isFavourite: true })
  expect(await link('ola', bridge)).toMatchObject({ isFavourite: false })
  for (const _ of [1, 2]) await unfavour('kari', bridge)
  expect(await link('kari', bridge)).toMatchObject({ isFavourite: false })
})

test('ten clicks at once leave one favourite', async () => {
  await Promise.all(Array.from({ length: 10 }, () => favour('ola', bridge)))
  expect(await link('ola', bridge)).toMatchObject({ isFavourite: true })
})

test('an administrator of the customer keeps favourites and what they opened without being a member', async () => {
  const quay = projectId('NB-2003')
  const membership = await db
    .selectFrom('project_member')
    .select('user_id')
    .where('project_id', '=', quay)
    .where('user_id', '=', personId('astrid@nordbygg.example'))
    .execute()
  expect(membership).toEqual([])
  expect(await link('astrid', quay)).toMatchObject({ isFavourite: false, lastOpenedAt: null })
  await favour('astrid', quay)
  await open('astrid', quay)
  const after = await link('astrid', quay)
  expect(after.isFavourite).toBe(true)
  expect(Date.parse(after.lastOpenedAt ?? '')).toBeGreaterThan(Date.now() - 60_000)
  // Opening it again does not change the favourite, and vice versa.
  await unfavour('astrid', quay)
  expect(await link('astrid', quay)).toMatchObject({ isFavourite: false, lastOpenedAt: after.lastOpenedAt })
})

test('G4: nobody makes a favourite of a project that they cannot enter', async () => {
  const foreign = projectId('FB-11')
  for (const id of [foreign, 'nonsense', '01890000-0000-7000-8000-000000000000']) {
    await expect(favour('mei', id)).rejects.toMatchObject({ status: 404, code: 'notFound' })
    await expect(unfavour('mei', id)).rejects.toMatchObject({ status: 404 })
  }
  await expect(anonymous.call(addFavourite, { parameters: { id: harbour } })).rejects.toMatchObject({ status: 401 })
})

test('links tell what was opened last, in that order where it is asked for', async () => {
  await open('mei', bridge)
  const [first] = await as('mei').list(projectLinks, { sort: ['-lastOpenedAt'] })
  expect(first?.id).toBe(bridge)
})

test('a person with 2,000 projects reads them all by one request, in the order of their names', async () => {
  const lena = personId('lena@nordbygg.example')
  await sql`
    with made as (
      insert into project (id, customer_id, name, owner_id, features)
      select gen_random_uuid(), ${customerId('nordbygg')}, 'Many ' || lpad(number::text, 5, '0'), ${lena}, '{}'
      from generate_series(1, 2000) as number returning id, customer_id)
    insert into project_member (project_id, user_id, customer_id, privilege_level)
    select id, ${lena}, customer_id, 30 from made`.execute(db)
  await sql`analyze project, project_member`.execute(db)
  const { records, next, total } = await as('lena').page(projectLinks, {
    filter: { active: true },
    sort: ['name'],
    page: { size: projectLinks.maxPageSize },
  })
  expect([records.length, next, total]).toEqual([2_000, null, 2_000])
  expect(records[0]?.name).toBe('Many 00001')
  expect(records.at(-1)?.name).toBe('Many 02000')
  const sent = async (encoding: string) =>
    as('lena').inject({
      method: 'GET',
      url: listAddress(projectLinks, { page: { size: projectLinks.maxPageSize } }),
      headers: { 'accept-encoding': encoding },
    })
  const [plain, compressed, refused] = [await sent(''), await sent('br, gzip'), await sent('gzip;q=0')]
  expect([plain, compressed, refused].map(({ headers }) => headers['content-encoding'])).toEqual([
    undefined,
    'gzip',
    undefined,
  ])
  expect(compressed.headers.vary).toBe('accept-encoding')
  expect(gunzipSync(compressed.rawPayload).equals(plain.rawPayload)).toBe(true)
  expect(compressed.rawPayload.length * 8).toBeLessThan(plain.rawPayload.length)
  await expect(as('lena').page(projectLinks, { page: { size: projectLinks.maxPageSize + 1 } })).rejects.toMatchObject({
    status: 400,
    code: 'invalidParameter',
  })
})
