import { organizations } from '@lintel/contract/people/organizations'
import { type ProjectTemplate, projectTemplates } from '@lintel/contract/projects/project-templates'
import { expect, test } from 'vitest'
import { cachedRecords } from './cached-records'
import { createQueryClient } from './query-client'
import { all, one } from './resource'

const made = '2026-03-02T09:00:00.000Z'
const template = (id: string, version: number): ProjectTemplate => ({
  ...{ id, version, name: id, customer: 'north', customerName: 'North' },
  ...{ isDefault: false, content: [], numProjects: 0, createdAt: made, updatedAt: made },
})

/** A cache with two templates, in two lists and each alone, one with its customer included, and organizations with the same ids. */
function windowOfTemplates() {
  const queries = createQueryClient()
  const whole = all(projectTemplates).queryKey
  const narrowed = all(projectTemplates, { filter: { customer: 'north' } }).queryKey
  const others = all(organizations).queryKey
  const single = one(projectTemplates, 'a').queryKey
  const withCustomer = one(projectTemplates, 'a', ['customer']).queryKey
  const neighbour = one(projectTemplates, 'b', ['customer']).queryKey
  const customer = { type: 'customers', id: 'north', name: 'North' }
  const listed = { records: [template('a', 3), template('b', 1)], included: [] }
  for (const key of [whole, narrowed, others]) queries.setQueryData<unknown>(key, listed)
  queries.setQueryData<unknown>(single, { record: template('a', 3), included: [] })
  queries.setQueryData<unknown>(withCustomer, { record: template('a', 3), included: [customer] })
  queries.setQueryData<unknown>(neighbour, { record: template('b', 1), included: [customer] })
  const known = (key: readonly unknown[]) => queries.getQueryData<unknown>(key)
  const templates = cachedRecords(queries, projectTemplates)
  return { templates, known, whole, narrowed, others, single, withCustomer, neighbour, customer, listed }
}

test('a record that was removed is in no list of its resource any more, and all else stays as it was read', () => {
  const { templates, known, whole, narrowed, others, listed } = windowOfTemplates()

  templates.evict('a')

  for (const key of [whole, narrowed]) expect(known(key)).toEqual({ records: [template('b', 1)], included: [] })
  expect(known(others)).toEqual(listed)
})

test('a record that was saved stands everywhere with its new version, in its place, and all else stays as it was read', () => {
  const { templates, known, whole, narrowed, others, single, withCustomer, neighbour, customer, listed } =
    windowOfTemplates()

  templates.replace(template('a', 4))

  for (const key of [whole, narrowed])
    expect(known(key)).toEqual({ records: [template('a', 4), template('b', 1)], included: [] })
  expect(known(single)).toEqual({ record: template('a', 4), included: [] })
  expect(known(withCustomer)).toEqual({ record: template('a', 4), included: [customer] })
  expect(known(neighbour)).toEqual({ record: template('b', 1), included: [customer] })
  expect(known(others)).toEqual(listed)
})

test('what has not been read yet stays unread', () => {
  const queries = createQueryClient()
  const templates = cachedRecords(queries, projectTemplates)

  templates.evict('a')
  templates.replace(template('a', 4))

  expect(queries.getQueryData(all(projectTemplates).queryKey)).toBeUndefined()
  for (const include of [[], ['customer']])
    expect(queries.getQueryData(one(projectTemplates, 'a', include).queryKey)).toBeUndefined()
})
