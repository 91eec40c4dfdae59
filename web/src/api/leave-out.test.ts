import { organizations } from '@lintel/contract/people/organizations'
import { projectTemplates } from '@lintel/contract/projects/project-templates'
import { expect, test } from 'vitest'
import { leaveOut } from './leave-out'
import { createQueryClient } from './query-client'
import { all } from './resource'

test('a record that was removed is in no list of its resource any more, and all else stays as it was read', () => {
  const queries = createQueryClient()
  const listed = () => ({ records: [{ id: 'a' }, { id: 'b' }], included: [] })
  const whole = all(projectTemplates).queryKey
  const narrowed = all(projectTemplates, { filter: { customer: 'one' } }).queryKey
  const others = all(organizations).queryKey
  for (const key of [whole, narrowed, others]) queries.setQueryData<unknown>(key, listed())

  leaveOut(queries, projectTemplates, 'a')

  expect(queries.getQueryData<unknown>(whole)).toEqual({ records: [{ id: 'b' }], included: [] })
  expect(queries.getQueryData<unknown>(narrowed)).toEqual({ records: [{ id: 'b' }], included: [] })
  expect(queries.getQueryData<unknown>(others)).toEqual(listed())
})

test('what has not been read yet stays unread', () => {
  const queries = createQueryClient()
  leaveOut(queries, projectTemplates, 'a')
  expect(queries.getQueryData(all(projectTemplates).queryKey)).toBeUndefined()
})
