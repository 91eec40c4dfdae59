import { expect, test } from 'vitest'
import { pollingInterval } from './my-project-links'

test('the project list is read every few seconds while a project is being created, and not otherwise', () => {
  const links = (...states: ('making' | 'failed' | null)[]) => states.map((creationState) => ({ creationState }))
  expect(pollingInterval(links(null, 'making'))).toBe(3_000)
  for (const others of [undefined, [], links(null, 'failed')]) expect(pollingInterval(others)).toBe(false)
})
