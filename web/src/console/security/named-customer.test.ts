import type { CurrentUser } from '@lintel/contract/people/users'
import { isRedirect } from '@tanstack/react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api/query-client'
import { currentUser } from '../../session/current-user'
import { keepWindowCustomer, windowCustomer } from '../../session/window-customer'

// The settings module listens to page events from its import on.
vi.stubGlobal('document', new EventTarget())
const { Route } = await import('../../routes/_signed-in/_administration/security')

const north = { id: 'north', name: 'North', loginMethods: [] }
const south = { id: 'south', name: 'South', loginMethods: [] }

afterEach(() => keepWindowCustomer(undefined))

/** Opens the screen by a link that names a customer; returns what the loader throws. */
async function openWith(customer: string, user: object) {
  const queries = createQueryClient()
  vi.spyOn(queries, 'prefetchQuery').mockResolvedValue(undefined)
  queries.setQueryData(currentUser.queryKey, user as CurrentUser)
  const { loader } = Route.options
  if (typeof loader !== 'function') throw new Error('The screen loads nothing')
  const loading = async () => loader({ context: { queries }, location: { search: { customer } } } as never)
  return loading().catch((thrown: unknown) => thrown)
}

const administrator = { role: null, loginMethod: null, customerAdminFor: [north, south] }

test('a link that names a customer opens that of it which an administrator has, whichever the window showed', async () => {
  keepWindowCustomer(north)
  const thrown = await openWith('south', administrator)
  expect(windowCustomer()).toEqual(south)
  expect(isRedirect(thrown) && thrown.options).toMatchObject({ to: '/security', replace: true })
})

test('a customer that the person does not administer changes nothing', async () => {
  keepWindowCustomer(north)
  expect(isRedirect(await openWith('west', administrator))).toBe(true)
  expect(windowCustomer()).toEqual(north)
})

test('staff choose the customer in the address', async () => {
  keepWindowCustomer(north)
  expect(await openWith('south', { ...administrator, role: 'rendra_staff' })).toBeUndefined()
  expect(windowCustomer()).toEqual(north)
})
