import { jsonApiMediaType } from '@lintel/contract/jsonapi/document'
import { changeSets } from '@lintel/contract/people/change-sets'
import { environmentManager } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { drawHook } from '../../api/draw-hook'
import { first } from '../../api/pages'
import { createQueryClient } from '../../api/query-client'
import { kindsOfScreen } from './change-set-kinds'
import { useRecentChangeSets } from './use-recent-change-sets'

/** The change sets of the screen of organizations, as they are read in this state one after the other. */
function listedIn(...states: string[]) {
  const asked: URL[] = []
  vi.stubGlobal('location', { href: 'http://localhost/organizations' })
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(new URL(address, 'http://localhost'))
    const attributes = { kind: 'organization', state: states[asked.length - 1] ?? states.at(-1) }
    const data = [{ type: 'change-sets', id: 's', meta: { version: asked.length }, attributes }]
    return Response.json({ data }, { headers: { 'content-type': jsonApiMediaType } })
  })
  const queries = createQueryClient()
  const organizations = kindsOfScreen('organizations')
  const draw = () => drawHook(queries, () => useRecentChangeSets('nord', organizations))
  return { asked, draw, queries }
}

const stateIn = (drawn: ReturnType<ReturnType<typeof listedIn>['draw']>) => drawn()?.sets?.[0]?.state

test('only what the screen lists is asked for, so that no other kind takes its place', async () => {
  const { asked, draw } = listedIn('applied')
  const drawn = draw()
  await expect.poll(() => stateIn(drawn)).toBe('applied')
  const [address] = asked
  expect(address?.searchParams.get('filter[customer]')).toBe('nord')
  expect(address?.searchParams.get('filter[kind]')?.split(',')).toEqual([...kindsOfScreen('organizations')])
})

test('what was read a moment ago is read again when it is opened', async () => {
  const { asked, draw, queries } = listedIn('applied', 'undone')
  const filter = { customer: 'nord', kind: kindsOfScreen('organizations').join(',') }
  await queries.fetchQuery(first(changeSets, 50, { filter, sort: ['-createdAt'] }))
  const drawn = draw()
  await expect.poll(() => stateIn(drawn)).toBe('undone')
  expect(asked.map(String)).toEqual([String(asked[0]), String(asked[0])])
})

test('while one is at work, it is read again until it is not', async () => {
  // Where there is no window when it is loaded, the library sets no clock.
  const isServer = environmentManager.isServer()
  environmentManager.setIsServer(() => false)
  onTestFinished(() => environmentManager.setIsServer(() => isServer))
  const { asked, draw } = listedIn('undoing', 'undone')
  const drawn = draw()
  await expect.poll(() => stateIn(drawn)).toBe('undoing')
  await expect.poll(() => stateIn(drawn)).toBe('undone')
  expect(asked).toHaveLength(2)
})
