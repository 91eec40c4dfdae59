import type { AccessMatrix } from '@lintel/contract/people/access-matrix'
import { expect, onTestFinished, test, vi } from 'vitest'
import { renderHook } from '../../../test/render-hook'
import { setAuthenticator } from '../../api/authenticator'
import { createQueryClient } from '../../api/query-client'
import { accessTable } from './access-table-query'
import { useLiveTable } from './use-live-table'

const customer = 'live-table'
const people = ['mei', 'ola', 'kari'].map((name) => `${name}@nordbygg.example`)
const matrix: AccessMatrix = {
  cursor: '7',
  organizations: [],
  people: people.map((email) => [email, email, -1, '']),
  administrators: [],
  imported: [],
  provisioned: [],
  guests: [],
  omittedProjects: 0,
  projects: [
    { externalId: null, isHibernated: false, isLibrary: false, ends: [], id: 'harbour', name: 'H', members: '0w0w0w' },
  ],
}

test('of two people who are removed one after the other neither is shown, although a list without the first has the second', async () => {
  const members = new Set(people)
  const lists: (() => void)[] = []
  let tell: ((change: object) => void) | undefined
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('location', { href: 'https://lintel.example/' })
  vi.stubGlobal('fetch', async (address: string, { signal }: RequestInit = {}) => {
    if (address.includes('/events')) {
      const body = new ReadableStream({
        start(controller) {
          signal?.addEventListener('abort', () => controller.error(new Error('closed')))
          tell = (change) =>
            controller.enqueue(new TextEncoder().encode(`event: change\ndata: ${JSON.stringify(change)}\n\n`))
        },
      })
      return new Response(body)
    }
    if (address.includes('access-matrix')) return Response.json(matrix)
    if (!address.includes('filter')) return Response.json({ errors: [{ code: 'notFound' }] }, { status: 404 })
    // The server reads the list when it is requested, and the test lets it arrive.
    const data = [...members].map((user) => ({
      type: 'project-members',
      id: `harbour.${user}`,
      attributes: { privilegeLevel: 15, expirationDate: null, accessUntil: null, directoryLevel: null },
      relationships: { user: { data: { type: 'users', id: user } } },
    }))
    await new Promise<void>((resolve) => lists.push(resolve))
    return Response.json({ data })
  })
  setAuthenticator({
    bearer: async () => 'token',
    accessToken: async () => undefined,
    onUnauthorized: async () => false,
    reauthenticate: async () => false,
  })
  const queries = createQueryClient()
  onTestFinished(() => queries.clear())
  const table = await queries.fetchQuery(accessTable(customer))
  const isFollowing = renderHook(queries, () => {
    useLiveTable(customer, true)
    return true
  })
  await expect.poll(isFollowing).toBe(true)
  const remove = (user: string) => {
    members.delete(user)
    tell?.({ type: 'project-members', id: `harbour.${user}`, version: null })
  }
  await expect.poll(() => tell).toBeDefined()
  const levels = () => people.map((_, person) => table.level(person, 0))
  expect(levels()).toEqual([15, 15, 15])

  remove('mei@nordbygg.example')
  await expect.poll(() => lists).toHaveLength(1)
  remove('ola@nordbygg.example')
  // Its own read ends, and the list that it needs is requested or waited for.
  await new Promise((resolve) => setTimeout(resolve, 200))
  lists[0]?.()
  await expect.poll(levels).toEqual([0, 15, 15])
  await expect.poll(() => lists).toHaveLength(2)
  lists[1]?.()
  await expect.poll(levels).toEqual([0, 0, 15])
})
