import { expect, test } from 'vitest'
import { projectId } from '../../../demo/projects'
import { expectJsonApi } from '../../../test/expect-json-api'
import { world } from '../../../test/world'

const { as } = await world()
const harbour = projectId('NB-2041')

test('a project brings its owner, customer, features and login methods along, as far as the person sees them', async () => {
  for (const who of ['anna', 'ola', 'mei', 'staff']) {
    const url = `/mgw/api/v3/projects/${harbour}?include=owner,customer,features,providers`
    const answer = await as(who).inject({ method: 'GET', url })
    expect([who, answer.statusCode]).toEqual([who, 200])
    expectJsonApi(answer)
    const types = answer.json().included.map(({ type }: { type: string }) => type)
    expect(types).toEqual(expect.arrayContaining(['users', 'features']))
    expect([who, types.includes('customers')]).toEqual([who, who === 'anna' || who === 'staff'])
  }
})

test('both version bases answer the same', async () => {
  const [three, two] = await Promise.all(
    ['v3', 'v2'].map((version) => as('mei').inject({ method: 'GET', url: `/mgw/api/${version}/project-links` })),
  )
  expect(two?.statusCode).toBe(200)
  expect(two?.json().data).toEqual(three?.json().data)
})
