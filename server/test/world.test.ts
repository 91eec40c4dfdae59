import { organizations } from '@lintel/contract/people/organizations'
import { expect, test } from 'vitest'
import { world } from './world'

const { as, anonymous, clock, db } = await world()
const nordbygg = await db
  .selectFrom('customer')
  .select('id')
  .where('name', '=', 'Nordbygg AS')
  .executeTakeFirstOrThrow()
const draft = { name: 'Vest Bygg', customer: nordbygg.id, country: 'NO' }

test('a visitor gets flat records and failures with code and source', async () => {
  expect(await as('anna').post(organizations, draft)).toMatchObject({ ...draft, number: null, version: 1 })
  await expect(as('anna').post(organizations, { ...draft, name: 'VEST bygg' })).rejects.toMatchObject({
    status: 409,
    code: 'organizationNameTaken',
    source: { pointer: '/data/attributes/name' },
  })
  await expect(as('ola').post(organizations, draft)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(anonymous.list(organizations)).rejects.toMatchObject({ status: 401, code: 'notSignedIn' })
})

test('a record is changed and removed by the version that was seen', async () => {
  const [first] = await as('anna').list(organizations, { filter: { customer: nordbygg.id, q: 'Site visitors' } })
  const id = first?.id ?? ''
  const changed = await as('anna').patch(organizations, id, { number: '1' }, first?.version)
  await expect(as('anna').remove(organizations, id, first?.version)).rejects.toMatchObject({ code: 'stale' })
  await as('anna').remove(organizations, id, changed.version)
  await expect(as('anna').get(organizations, id)).rejects.toMatchObject({ code: 'notFound' })
})

test('the time of the world passes when a test says so', async () => {
  const anna = as('anna')
  expect(await anna.page(organizations, { page: { size: 1 } }).catch(({ code }) => code)).toBe('forbidden')
  clock.advance(2 * 3_600_000)
  await expect(anna.get(organizations, nordbygg.id)).rejects.toMatchObject({ status: 401 })
})
