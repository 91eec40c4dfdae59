import { jsonApiMediaType } from '@lintel/contract/jsonapi/document'
import { changeSets } from '@lintel/contract/people/change-sets'
import { environmentManager } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { renderHook } from '../../../test/render-hook'
import { createQueryClient } from '../../api/query-client'
import { first } from '../../api/read-page'
import { currentUser } from '../../session/current-user'
import { kindsOfScreen } from './change-set-kinds'
import { useRecentChangeSets } from './use-recent-change-sets'
import type { Whose } from './use-whose'

/** Stubs the server: the organization screen's change set is in these states with successive requests. */
function listedIn(...states: string[]) {
  const requests: URL[] = []
  vi.stubGlobal('location', { href: 'http://localhost/organizations' })
  vi.stubGlobal('fetch', async (address: string) => {
    requests.push(new URL(address, 'http://localhost'))
    const attributes = { kind: 'organization', state: states[requests.length - 1] ?? states.at(-1) }
    const data = [{ type: 'change-sets', id: 's', meta: { version: requests.length }, attributes }]
    return Response.json({ data }, { headers: { 'content-type': jsonApiMediaType } })
  })
  const queries = createQueryClient()
  queries.setQueryData(currentUser.queryKey, { email: 'kari@nordbygg.example' } as never)
  const organizations = kindsOfScreen('organizations')
  const render = (whose: Whose = 'everybodys') =>
    renderHook(queries, () => useRecentChangeSets('nord', organizations, whose))
  return { requests, render, queries }
}

const stateIn = (rendered: ReturnType<ReturnType<typeof listedIn>['render']>) => rendered()?.sets?.[0]?.state

test('only what the screen lists is asked for, so that no other kind takes its place', async () => {
  const { requests, render } = listedIn('applied')
  const rendered = render()
  await expect.poll(() => stateIn(rendered)).toBe('applied')
  const [address] = requests
  expect(address?.searchParams.get('filter[customer]')).toBe('nord')
  expect(address?.searchParams.get('filter[kind]')?.split(',')).toEqual([...kindsOfScreen('organizations')])
})

test.each([
  ['mine', 'kari@nordbygg.example'],
  ['everybodys', null],
] as const)('whose changes are asked for: %s', async (whose, createdBy) => {
  const { requests, render } = listedIn('applied')
  const rendered = render(whose)
  await expect.poll(() => stateIn(rendered)).toBe('applied')
  expect(requests.map(({ searchParams }) => searchParams.get('filter[createdBy]'))).toEqual([createdBy])
})

test('what was read a moment ago is read again when it is opened', async () => {
  const { requests, render, queries } = listedIn('applied', 'undone')
  const filter = { customer: 'nord', kind: kindsOfScreen('organizations').join(',') }
  await queries.fetchQuery(first(changeSets, 50, { filter, sort: ['-createdAt'] }))
  const rendered = render()
  await expect.poll(() => stateIn(rendered)).toBe('undone')
  expect(requests.map(String)).toEqual([String(requests[0]), String(requests[0])])
})

test('while one is at work, it is read again until it is not', async () => {
  // The library decides about timers when it is loaded, without a window.
  const isServer = environmentManager.isServer()
  environmentManager.setIsServer(() => false)
  onTestFinished(() => environmentManager.setIsServer(() => isServer))
  const { requests, render } = listedIn('undoing', 'undone')
  const rendered = render()
  await expect.poll(() => stateIn(rendered)).toBe('undoing')
  await expect.poll(() => stateIn(rendered)).toBe('undone')
  expect(requests).toHaveLength(2)
})
