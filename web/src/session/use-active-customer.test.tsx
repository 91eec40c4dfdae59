import type { CurrentUser } from '@lintel/contract/people/users'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, isValidElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderForm } from '../../test/render-form'
import { createQueryClient } from '../api/query-client'
import type { Confirm } from '../ui/confirm'

const sessionOf = (sub: string) => ({
  result: 'SUCCESS' as const,
  idToken: `head.${Buffer.from(JSON.stringify({ sub })).toString('base64url')}.${sub}`,
  accessToken: sub,
  tokenType: 'Bearer' as const,
  expiresIn: 600,
  logoutWhenIdle: true,
  idleSeconds: 3_600,
})

const office = (id: string) => ({ id, name: id, loginMethods: [] })
const userOf = (...offices: string[]) =>
  ({ role: null, loginMethod: null, customerAdminFor: offices.map(office) }) as unknown as CurrentUser

/** The customer that is stored with the account. */
let stored: string | undefined
let user: CurrentUser

function storageOf(entries: Map<string, string>) {
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  }
}

/** Opens a page in a window with this session storage, freshly loaded; `person` is signed in. */
async function open(entries = new Map<string, string>(), person = 'anna') {
  vi.resetModules()
  vi.stubGlobal('sessionStorage', storageOf(entries))
  // The settings module listens to page events from its import on.
  if (typeof document === 'undefined') vi.stubGlobal('document', new EventTarget())
  const [active, session, { mySettings }, { currentUser }, { prefetchConsole }, { useLeaveGuard }] = [
    await import('./use-active-customer'),
    await import('./session'),
    await import('./user-setting'),
    await import('./current-user'),
    await import('./prefetch-console'),
    await import('../api/form/use-leave-guard'),
  ]
  session.beginSession(sessionOf(person))
  const queries = createQueryClient()
  return {
    ...{ ...active, session, queries, mySettings, currentUser, prefetchConsole, useLeaveGuard, entries },
    load: () => active.loadActiveCustomer(queries),
  }
}

type Page = Awaited<ReturnType<typeof open>>

/** Renders the screen of the active customer with a form, in which something was typed if `isDirty`. */
function show({ useActiveCustomer, useLeaveGuard, currentUser, queries }: Page, isDirty = false) {
  // The router takes a page without a DOM for a server.
  for (const name of ['window', 'document']) vi.stubGlobal(name, undefined)
  return renderForm(() => {
    const { data = user } = useQuery({ ...currentUser, enabled: false })
    const [customer, choose] = useActiveCustomer(data)
    const { question } = useLeaveGuard(isDirty)
    const confirm = isValidElement<ComponentProps<typeof Confirm>>(question) ? question.props : undefined
    return { customer: customer?.id, choose, confirm }
  }, queries)
}

/** Results of a query are delivered in a later task. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve))

/** The person turns out to administer these customers. */
function giveOffices({ queries, currentUser }: Page, ...offices: string[]) {
  queries.setQueryData(currentUser.queryKey, userOf(...offices))
  return nextTask()
}

beforeEach(() => {
  stored = 'north'
  user = userOf('north', 'south')
  vi.stubGlobal('localStorage', storageOf(new Map()))
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit = {}) => {
    if (address.includes('users/me')) return Response.json(user)
    if (method === 'POST') stored = JSON.parse(String(body)).data.attributes.value.customer
    const attributes = { schemaVersion: 1, value: { customer: stored }, updatedAt: '' }
    const data = stored === undefined ? [] : [{ type: 'user-settings', id: 'active-customer', attributes }]
    return Response.json({ data })
  })
})
afterEach(() => vi.resetModules())

test('a window keeps the customer that it opened with when another window chooses one, which new windows open with', async () => {
  const page = await open()
  expect(await page.load()).toBe('north')
  const screen = await show(page)
  expect(screen.current().customer).toBe('north')
  stored = 'south'
  await screen.change(() => page.queries.refetchQueries(page.mySettings).then(nextTask))
  expect([screen.current().customer, await page.load()]).toEqual(['north', 'north'])
  expect(await (await open()).load()).toBe('south')
})

test('a page that is loaded again opens with the customer of its window, and prefetches it', async () => {
  const entries = new Map<string, string>()
  await (await open(entries)).load()
  stored = 'south'
  const again = await open(entries)
  const prefetched: string[] = []
  vi.stubGlobal('location', new URL('https://lintel.example/users'))
  await again.prefetchConsole((customer) => prefetched.push(customer))
  expect([prefetched, await again.load()]).toEqual([['north'], 'north'])
})

test('a page that is opened by a link prefetches the customer of the link', async () => {
  const page = await open()
  const prefetched: string[] = []
  vi.stubGlobal('location', new URL('https://lintel.example/users?customer=south'))
  await page.prefetchConsole((customer) => prefetched.push(customer))
  expect(prefetched).toEqual(['south'])
  // Of a customer that they do not administer nothing is asked for.
  vi.stubGlobal('location', new URL('https://lintel.example/users?customer=west'))
  await page.prefetchConsole((customer) => prefetched.push(customer))
  expect(prefetched).toEqual(['south', 'north'])
})

test('a choice applies to this window and is stored for new ones', async () => {
  const page = await open()
  await page.load()
  const screen = await show(page)
  await screen.change(({ choose }) => choose('south'))
  expect(screen.current().customer).toBe('south')
  await expect.poll(() => stored).toBe('south')
  stored = 'north'
  expect(await (await open(page.entries)).load()).toBe('south')
})

test('after a sign-out, and for somebody else, the window opens with the stored choice', async () => {
  const left = await open()
  await left.load()
  stored = 'south'
  left.session.leaveSession()
  expect(await (await open(left.entries)).load()).toBe('south')
  stored = 'north'
  expect(await (await open(left.entries, 'mei')).load()).toBe('north')
})

test('whoever loses the customer of the window is asked before another one replaces what they typed', async () => {
  stored = 'south'
  const page = await open()
  await page.load()
  const screen = await show(page, true)
  const administer = (...offices: string[]) => screen.change(() => giveOffices(page, ...offices))
  await administer('north')
  expect(screen.current()).toMatchObject({ customer: 'south', confirm: { title: 'Leave without saving?' } })
  await screen.change(({ confirm }) => confirm?.onCancel())
  expect(screen.current()).toMatchObject({ customer: 'south', confirm: undefined })
  // Given back, and taken away once more.
  await administer('north', 'south')
  await administer('north')
  await screen.change(({ confirm }) => confirm?.onConfirm())
  expect(screen.current()).toMatchObject({ customer: 'north', confirm: undefined })
  expect(await page.load()).toBe('north')
})

test('where nothing was typed, another customer is shown at once in place of the one that the person lost', async () => {
  stored = 'south'
  const page = await open()
  await page.load()
  const screen = await show(page)
  await screen.change(() => giveOffices(page, 'north'))
  expect(screen.current()).toMatchObject({ customer: 'north', confirm: undefined })
})
