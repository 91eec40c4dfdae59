import { customers } from '@lintel/contract/customers/customers'
import { ssoProviders } from '@lintel/contract/customers/providers'
import { securityPolicies } from '@lintel/contract/customers/security-policies'
import { jsonApiMediaType } from '@lintel/contract/jsonapi/document'
import type { AccessMatrix } from '@lintel/contract/people/access-matrix'
import { changeSetInputs, maxCopiedTo } from '@lintel/contract/people/change-set-inputs'
import { projects } from '@lintel/contract/projects/projects'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderDialogs } from '../../../test/render-dialogs'
import { leaveForms } from '../../api/form/leave-guards'
import { createQueryClient } from '../../api/query-client'
import { all, one } from '../../api/resource'
import { currentUser } from '../../session/current-user'
import { installation } from '../../session/installation'
import { createAccessTable } from './access-table'
import type { OpenDialog } from './open-dialog'
import { UsersDialogs } from './users-dialogs'

const project = { externalId: null, isHibernated: false, isLibrary: false, ends: [] }
const matrix: AccessMatrix = {
  cursor: '0',
  organizations: ['Nordbygg AS'],
  people: [
    ['anna@nordbygg.example', 'Anna Nordli', 0, ''],
    ['lena@nordbygg.example', 'Lena Vogt', 0, ''],
    ['mei@nordbygg.example', 'Mei Zhang', 0, ''],
    ['tom@nordbygg.example', 'Tom Vik', 0, ''],
    ['uno..berg@nordbygg.example', 'Uno Berg', 0, ''],
  ],
  administrators: [0],
  imported: [],
  provisioned: [],
  guests: [],
  omittedProjects: 0,
  projects: [
    { ...project, id: 'harbour', name: 'Barcode Harbour', members: '0o0u0u' },
    { ...project, id: 'hall', name: 'Swimming Hall', members: '1u0u' },
  ],
}

interface Plan {
  state: string
  change?: number
  conflict?: number
}

const answerJson = (data: unknown, status = 200) =>
  Response.json(data, { status, headers: { 'content-type': jsonApiMediaType } })

/** Opens a dialog over two projects; the server answers each plan with the next of `answers`. */
async function opened(first: OpenDialog, ...answers: (Plan | { status: number; code: string } | 'lost')[]) {
  const queries = createQueryClient()
  queries.setQueryData(one(customers, 'nord').queryKey, {
    record: { timeZone: 'Europe/Oslo' },
    included: [],
  } as never)
  queries.setQueryData(one(securityPolicies, 'nord').queryKey, { record: { loginMethods: [] }, included: [] } as never)
  queries.setQueryData(all(ssoProviders).queryKey, { records: [], included: [] })
  queries.setQueryData(currentUser.queryKey, { loginMethod: null } as never)
  queries.setQueryData(installation.queryKey, { record: { canAddUsers: true }, included: [] } as never)
  for (const { id } of matrix.projects)
    queries.setQueryData(one(projects, id).queryKey, { record: { id, providers: [] }, included: [] } as never)
  const table = createAccessTable(matrix)
  const requests: { input?: unknown; address: string; key: string | null }[] = []
  function planned({ state, change = 0, conflict = 0 }: Plan) {
    const summary = { change, unchanged: 0, conflict, people: change }
    const attributes = { state, kind: 'roles', customer: 'nord', summary, progress: { done: 0, total: 9 } }
    return { data: { type: 'change-sets', id: `plan-${requests.length}`, attributes } }
  }
  vi.stubGlobal('fetch', async (address: string, { method, body, headers }: RequestInit = {}) => {
    if (address === '/regions.json') return Response.json([])
    if (method === 'GET' && (address.includes('/rows') || !address.includes('/change-sets/')))
      return answerJson({ data: [], links: {}, meta: { page: { total: 0 } } })
    if (method === 'GET') return answerJson(planned({ state: 'failed' }))
    const key = new Headers(headers).get('idempotency-key')
    requests.push({ address, key, ...(body && { input: JSON.parse(String(body)).data?.attributes.input }) })
    if (address.endsWith('/cancel')) return new Response(null, { status: 204 })
    const answer = answers.shift() ?? { state: 'planned', change: 1 }
    if (answer === 'lost') throw new TypeError('Failed to fetch')
    if ('status' in answer)
      return answerJson({ errors: [{ status: `${answer.status}`, code: answer.code }] }, answer.status)
    return answerJson(planned(answer))
  })
  const page = await renderDialogs(() => {
    const [open, onOpen] = useState<OpenDialog | undefined>(first)
    return (
      <UsersDialogs
        {...{ table, customer: 'nord', actor: 'anna@nordbygg.example', environment: 'local' }}
        {...{ selector: null, filter: {}, onFilter: vi.fn() }}
        {...{ open, onOpen, onReload: vi.fn(), onApplied: vi.fn(), onSaved: vi.fn(), onUndo: vi.fn() }}
      />
    )
  }, queries)
  return { ...page, requests }
}

type Page = Awaited<ReturnType<typeof opened>>

const invite: OpenDialog = { at: 'invite', users: [] }
const addresses = 'one@new.example\ntwo@new.example\nthree@new'

/** Fills in the invitation; returns what its fields show. */
async function fillInvitation(page: Page) {
  await page.choose('Project', 'b')
  await page.type('Email addresses', addresses)
  await page.type('Role', '5')
  await page.type('End date', '2099-12-24')
  await page.check('Email and password')
  return () => ['Project', 'Email addresses', 'Role', 'End date', 'Email and password'].map(page.valueOf)
}

const invitation = ['Barcode Harbour', addresses, 'Guest', '2099-12-24', true]

test('Back at the preview of an invitation returns to everything that was entered, and it is planned anew', async () => {
  const page = await opened(invite, { state: 'planned', change: 2, conflict: 1 }, { state: 'planned', change: 3 })
  const values = await fillInvitation(page)
  expect(values()).toEqual(invitation)
  await page.press('Preview')
  expect(page.title()).toBe('Invite people')
  expect(page.buttons()).toEqual(expect.arrayContaining(['Back', 'Cancel', 'Apply 2 changes']))
  await page.press('Back')
  expect(page.title()).toBe('Invite to a project')
  expect(values()).toEqual(invitation)
  expect(page.hasFocus('Email addresses')).toBe(true)

  await page.type('Email addresses', addresses.replace('three@new', 'three@new.example'))
  await page.press('Preview')
  expect(page.title()).toBe('Invite people')
  const input = { project: 'harbour', level: 5, accessUntil: '2099-12-24', providers: ['COGNITO'] }
  const emails = ['one@new.example', 'two@new.example']
  expect(page.requests).toMatchObject([
    { input: { ...input, emails: [...emails, 'three@new'] } },
    { input: { ...input, emails: [...emails, 'three@new.example'] } },
  ])
})

test('an invitation whose response was lost is sent again by the same key', async () => {
  const page = await opened(invite, 'lost', { state: 'applied', change: 1 })
  await fillInvitation(page)
  await page.type('Email addresses', 'one@new.example')
  await page.press('Invite')
  expect(page.title()).toBe('Invite to a project')
  await page.press('Invite')
  expect(page.title()).toBeUndefined()
  const [first, ...others] = page.requests.map(({ key }) => key)
  expect(first).toEqual(expect.any(String))
  expect(others).toEqual([first])
})

test('somebody known is invited by an older address, which nobody new could have', async () => {
  const page = await opened(invite, { state: 'applied', change: 1 })
  await fillInvitation(page)
  await page.type('Email addresses', 'ulv..berg@nordbygg.example')
  await page.press('Invite')
  expect(page.requests).toEqual([])
  await page.type('Email addresses', 'uno..berg@nordbygg.example')
  await page.press('Invite')
  expect(page.requests).toMatchObject([{ input: { emails: ['uno..berg@nordbygg.example'] } }])
})

test('what is entered outlives a plan that is refused: Back has the focus and returns to it', async () => {
  const page = await opened(invite, { status: 422, code: 'invalid' })
  const values = await fillInvitation(page)
  await page.press('Preview')
  expect(page.text()).toContain('Nothing was changed')
  expect(page.buttons()).toEqual(['Back', 'Cancel'])
  expect(page.initialFocus()).toBe('Back')
  await page.press('Back')
  expect(values()).toEqual(invitation)
})

test('Escape at the preview returns to the form, which asks before it is left; Cancel leaves both', async () => {
  const page = await opened(invite)
  const values = await fillInvitation(page)
  await page.press('Preview')
  await page.escape()
  expect(page.title()).toBe('Invite to a project')
  expect(values()).toEqual(invitation)
  await page.escape()
  expect(page.title()).toBe('Leave without saving?')
  await page.press('Cancel')
  await page.press('Preview')
  await page.press('Cancel')
  expect(page.title()).toBeUndefined()
})

test('what would take the screen away asks while a form is behind the preview', async () => {
  const page = await opened(invite)
  await fillInvitation(page)
  await page.press('Preview')
  const then = vi.fn()
  await page.act(() => leaveForms(then))
  expect(page.title()).toBe('Leave without saving?')
  expect(then).not.toHaveBeenCalled()
  await page.press('Cancel')
  expect(page.title()).toBe('Invite people')
})

test.each([
  { at: 'role', cells: [{ user: 'lena@nordbygg.example', project: 'hall' }] },
  { at: 'end', cells: [{ user: 'lena@nordbygg.example', project: 'hall' }] },
] as const)('nothing is asked at the preview of a form in which nothing was entered: $at', async (form) => {
  const page = await opened(form)
  await page.press('Preview')
  expect(page.title()).toBe('Change roles')
  const then = vi.fn()
  await page.act(() => leaveForms(then))
  expect(then).toHaveBeenCalledOnce()
  expect(page.title()).toBe('Change roles')
})

test('an end that was entered is not lost at its preview without a question', async () => {
  const page = await opened({ at: 'end', cells: [{ user: 'lena@nordbygg.example', project: 'hall' }] })
  await page.type('End date', '2099-12-24')
  await page.press('Preview')
  await page.act(() => leaveForms(vi.fn()))
  expect(page.title()).toBe('Leave without saving?')
})

test('Back cancels what is still being planned, as Cancel does', async () => {
  const page = await opened(invite, { state: 'planning' })
  const values = await fillInvitation(page)
  await page.press('Preview')
  expect(page.text()).toContain('Planning …')
  await page.press('Back')
  expect(page.requests.map(({ address }) => address)).toEqual([
    expect.stringMatching(/change-sets$/),
    expect.stringMatching(/change-sets\/plan-1\/cancel$/),
  ])
  expect(values()).toEqual(invitation)
})

test('a plan that changes nothing returns to its form', async () => {
  const page = await opened(invite, { state: 'planned' })
  const values = await fillInvitation(page)
  await page.press('Preview')
  expect(page.title()).toBe('Invite to a project')
  expect(values()).toEqual(invitation)
})

test('the roles of several people are kept behind their preview', async () => {
  const page = await opened({ at: 'edit', users: ['lena@nordbygg.example', 'mei@nordbygg.example'] })
  await page.type('Role in Swimming Hall', '15')
  await page.press('Preview')
  expect(page.title()).toBe('Change roles')
  await page.press('Back')
  expect(page.title()).toBe('Edit 2 users')
  expect(page.valueOf('Role in Swimming Hall')).toBe('Workflows')
})

test('the people of copied access are kept behind its preview', async () => {
  const page = await opened({ at: 'copy-access', users: ['mei@nordbygg.example'] }, { status: 404, code: 'notFound' })
  await page.choose('From', 'l')
  await page.type('To', 'mei@nordbygg.example, anna@nordbygg.example')
  await page.press('Preview')
  expect(page.text()).toContain('Nothing was changed')
  await page.press('Back')
  expect(page.valueOf('From')).toBe('Lena Vogt · lena@nordbygg.example')
  expect(page.valueOf('To')).toBe('mei@nordbygg.example, anna@nordbygg.example')
})

test('access is copied from people who have some, which the form offers alone', async () => {
  const page = await opened({ at: 'copy-access', users: ['mei@nordbygg.example'] })
  await page.choose('From', 'l')
  expect(page.valueOf('From')).toBe('Lena Vogt · lena@nordbygg.example')
  await page.choose('From', 't')
  expect(page.valueOf('From')).not.toContain('Tom Vik')
})

test.each([
  ['role-of-users', 'Project', 'Select a role for 2 users'],
  ['end-of-users', 'Project', 'Set the end date for 2 users'],
] as const)('what is chosen for several people is kept behind its preview: %s', async (at, label, title) => {
  const page = await opened({ at, users: ['lena@nordbygg.example', 'mei@nordbygg.example'] })
  await page.choose(label, 'b')
  await page.press('Preview')
  expect(page.title()).toBe('Change roles')
  await page.press('Back')
  expect([page.title(), page.valueOf(label)]).toEqual([title, 'Barcode Harbour'])
})

test('access is copied to as many people at once as the contract allows, which the form says before', async () => {
  const to = Array.from({ length: maxCopiedTo + 1 }, (_, at) => `person${at}@nordbygg.example`)
  const { shape } = changeSetInputs['copy-access']
  expect(shape.to.safeParse(to.slice(1)).success).toBe(true)
  expect(shape.to.safeParse(to).success).toBe(false)
  const page = await opened({ at: 'copy-access', users: to })
  await page.choose('From', 'l')
  expect(page.text()).toContain('Access is copied to at most 1,000 people at once.')
  expect(page.isDisabled('Preview')).toBe(true)
  await page.press('Preview')
  expect(page.requests).toEqual([])
  await page.type('To', to.slice(1).join(' '))
  expect(page.isDisabled('Preview')).toBe(false)
  await page.press('Preview')
  expect(page.requests).toHaveLength(1)
})

test('a customer administrator is shown as owner of what they own, and as administrator of everything else', async () => {
  const page = await opened({ at: 'edit', users: ['anna@nordbygg.example'] })
  const opens = () => page.act(() => expect(page.text()).toContain('Barcode HarbourOwner'))
  await vi.waitFor(opens)
  expect(page.text()).toContain('Swimming HallCustomer admin')
})

test('a project whose end cannot be saved stays listed through a search, where its error is seen', async () => {
  const page = await opened({ at: 'edit', users: ['lena@nordbygg.example'] })
  await vi.waitFor(() => page.act(() => expect(page.text()).toContain('Swimming Hall')))
  await page.type('Role in Swimming Hall', '10')
  // The only options are those of the only membership.
  await page.press('')
  await page.type('End date', '2001-01-01')
  expect(page.isDisabled('Save')).toBe(true)
  await page.type('Search projects', 'barcode')
  expect(page.text()).toContain('Swimming Hall')
})
