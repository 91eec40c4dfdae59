import type { CurrentUser } from '@lintel/contract/people/users'
import { settingVersion } from '@lintel/contract/settings/user-settings'
import { isRedirect } from '@tanstack/react-router'
import { useReducer } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderForm } from '../../test/render-form'
import { createQueryClient } from '../api/query-client'
import { currentUser } from './current-user'
import { keepWindowCustomer, windowCustomer } from './window-customer'

// The settings module listens to page events from its import on.
vi.stubGlobal('document', new EventTarget())
const { openAddressedCustomer, useAddressOf } = await import('./addressed-customer')
const { mySettings } = await import('./user-setting')

const north = { id: 'north', name: 'North', loginMethods: [] }
const south = { id: 'south', name: 'South', loginMethods: [] }

afterEach(() => keepWindowCustomer(undefined))

/** Opens a screen by an address with these parameters; returns the redirect that it throws. */
async function openWith(search: object, { preload = false, stored = 'south' } = {}) {
  const queries = createQueryClient()
  queries.setQueryData(currentUser.queryKey, { role: null, customerAdminFor: [north, south] } as unknown as CurrentUser)
  const setting = {
    id: 'active-customer',
    schemaVersion: settingVersion('active-customer'),
    value: { customer: stored },
  }
  queries.setQueryData(mySettings.queryKey, { records: [setting], included: [] } as never)
  const opening = openAddressedCustomer(queries, { location: { pathname: '/users', search }, preload })
  const thrown = await opening.catch((error: unknown) => error)
  return isRedirect(thrown) ? thrown.options : thrown
}

test('a link opens the customer that it names, whichever the window showed, and not before it is followed', async () => {
  keepWindowCustomer(north)
  expect(await openWith({ customer: 'south' }, { preload: true })).toBeUndefined()
  expect(windowCustomer()).toEqual(north)
  expect(await openWith({ customer: 'south' })).toBeUndefined()
  expect(windowCustomer()).toEqual(south)
})

test.each([
  ['that names none', {}],
  ['of a customer that the person does not administer', { customer: 'west' }],
])('an address %s gets the customer of the window, and keeps the rest', async (_, named) => {
  keepWindowCustomer(north)
  const redirected = { to: '/users', search: { customer: 'north', user: 'mei' }, replace: true }
  expect(await openWith({ ...named, user: 'mei' })).toMatchObject(redirected)
  expect(windowCustomer()).toEqual(north)
})

test('one that the person has lost stays in the address as long as it is that of the window', async () => {
  keepWindowCustomer({ id: 'west', name: 'West', loginMethods: [] })
  expect(await openWith({ customer: 'west' })).toBeUndefined()
  expect(windowCustomer()?.id).toBe('west')
})

test('in a new window it gets the customer that was chosen last', async () => {
  expect(await openWith({})).toMatchObject({ search: { customer: 'south' } })
})

test('the address follows the customer of the screen, and what it said about the former one goes', async () => {
  let customer = 'north'
  const { router, change } = await renderForm(() => {
    const [, renderAgain] = useReducer((times: number) => times + 1, 0)
    useAddressOf(customer)
    return renderAgain
  })
  const navigate = vi.spyOn(router, 'navigate')
  router.history.push('/form?customer=south&template=t1')
  router.updateLatestLocation()
  customer = 'south'
  await change((renderAgain) => renderAgain())
  expect(navigate).not.toHaveBeenCalled()
  customer = 'north'
  await change((renderAgain) => renderAgain())
  expect(navigate.mock.calls).toMatchObject([[{ to: '/form', search: { customer: 'north' }, replace: true }]])
})
