import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { jsonApiMediaType } from '@lintel/contract/jsonapi/document'
import type { ChangeSetKind } from '@lintel/contract/people/change-set-inputs'
import { type ChangeSet, type ChangeSetRow, changeSets } from '@lintel/contract/people/change-sets'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { stubPage, useVisibleToasts } from '../../../test/render-hook'
import { unmountAfterTest } from '../../../test/unmount-after-test'
import { createQueryClient } from '../../api/query-client'
import { keyOf } from '../../api/resource'
import type { ChangeSetRequest } from './change-set-calls'
import { type OpenChangeSet, useChangeSetScreen } from './use-change-set-screen'

type Screen = ReturnType<typeof useChangeSetScreen<{ at: 'invite' }>> & { toasts: ReturnType<typeof useVisibleToasts> }

/** Response to undoing a change set, by its id, and to a redo (`again`). */
type Answer = { status: 202 | 503 } | { status: 404 | 409; code: 'notFound' | 'conflict' | 'changedSince' }

const done: Answer = { status: 202 }
const away: Answer = { status: 503 }
const refused: Answer = { status: 409, code: 'conflict' }
const touched: Answer = { status: 409, code: 'changedSince' }
let customers = 0

function HookRunner({
  customer,
  onRender,
  readAgain,
}: {
  customer: string
  onRender(screen: Screen): void
  readAgain(): void
}) {
  const screen = { ...useChangeSetScreen<{ at: 'invite' }>(customer, readAgain), toasts: useVisibleToasts() }
  // After the hook's own effects, by which it knows that the screen is mounted.
  useEffect(() => onRender(screen))
  return null
}

const row: ChangeSetRow = {
  ...{ number: 1, outcome: 'change', why: null, conflict: null, member: null, remains: false },
  object: { user: 'mei@nordbygg.example', project: 'harbour' },
  before: { privilegeLevel: 10, accessUntil: null },
  after: { privilegeLevel: 20, accessUntil: null },
}

/** An applied change set with one row, as the server returns it. */
const applied = (id: string) =>
  ({
    id,
    kind: 'roles',
    state: 'applied',
    failure: null,
    summary: { change: 1, remaining: 0 },
    rows: [row],
  }) as ChangeSet

/** Rows of a large change set per page. */
const pageSize = 500

/** Renders a screen with its own customer; the server gives these responses in turn, and has these rows of change sets. */
function renderScreen(
  answers: Readonly<Record<string, Answer[]>>,
  { stored, change }: { stored: readonly ChangeSetRow[]; change: number } = { stored: [row], change: 1 },
) {
  customers += 1
  const customer = `customer-${customers}`
  const requests: string[] = []
  const readAgain = vi.fn()
  const isUndone = new Set<string>()
  vi.stubGlobal('location', { origin: 'http://localhost', pathname: '/users' })
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit) => {
    if (!address.includes('/change-sets')) return new Response()
    const path = address.replace(/^.*\/change-sets/, '')
    const id = path.split('/')[1] ?? ''
    const json = (document: object, status = 200) =>
      Response.json(document, { status, headers: { 'content-type': jsonApiMediaType } })
    const failure = ({ status, code = 'unavailable' }: { status: number; code?: string }) =>
      json({ errors: [{ status: String(status), code, title: code, meta: { undoes: 0, remains: 1 } }] }, status)
    if (method === 'POST' && path === '') {
      requests.push('again')
      const answer = answers.again?.shift() ?? done
      if (answer.status !== 202) return failure(answer)
      const { id: made, ...attributes } = applied(`again-${customers}`)
      return json({ data: { type: 'change-sets', id: made, meta: { version: 1 }, attributes } }, 201)
    }
    if (method === 'POST') {
      const { partial } = JSON.parse(String(body)) as { partial: boolean }
      requests.push(partial ? `${id} in part` : id)
      const answer = answers[id]?.shift() ?? away
      if (answer.status !== 202) return failure(answer)
      isUndone.add(id)
      return json(applied(id), 202)
    }
    if (path.includes('/rows')) {
      const after = Number(new URL(address, 'http://localhost').searchParams.get('page[after]'))
      const page = stored.slice(after, after + pageSize)
      const links = { self: address, ...(page.length === pageSize && { next: address }) }
      const data = page.map((attributes) => ({ type: 'change-set-rows', id: `${id}.${attributes.number}`, attributes }))
      return json({ jsonapi: { version: '1.1' }, data, links, meta: { page: { total: stored.length } } })
    }
    const summary = { change, remaining: 0 }
    const { id: read, ...attributes } = { ...applied(id), summary, state: isUndone.has(id) ? 'undone' : 'applied' }
    return json({ data: { type: 'change-sets', id: read, meta: { version: 1 }, attributes } })
  })
  let screen: Screen | undefined
  const queries = createQueryClient()
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  const root = createRoot(stubPage())
  root.render(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      <QueryClientProvider client={queries}>
        <RouterContextProvider router={router}>
          <HookRunner
            {...{ customer, readAgain }}
            onRender={(rendered) => {
              screen = rendered
            }}
          />
        </RouterContextProvider>
      </QueryClientProvider>
    </I18nProvider>,
  )
  unmountAfterTest(root)
  const rendered = async () => {
    await expect.poll(() => screen).toBeDefined()
    return screen as Screen
  }
  return {
    ...{ requests, readAgain, queries },
    screen: rendered,
    open: () => screen?.open,
    toasts: () => screen?.toasts.map(({ text }) => text),
    /** Announces changes in this order. */
    async did(...ids: string[]) {
      const { steps } = await rendered()
      for (const id of ids) steps.announce(applied(id), id)
    },
    /** The requests, once there are this many. */
    async requestsFor(count: number) {
      await expect.poll(() => requests.length).toBe(count)
      // Requests are sequential: no more are sent.
      await new Promise((resolve) => setTimeout(resolve, 50))
      return requests
    },
  }
}

test('a step that is asked about is not undone: it stays the last one, and cannot be done again', async () => {
  const { did, screen, open, requestsFor, readAgain } = renderScreen({ mine: [touched, touched] })
  await did('mine')
  const { steps } = await screen()
  steps.undo()
  await expect.poll(open).toMatchObject({ at: 'partial-undo', partial: { id: 'mine', undoes: 0, remains: 1 } })
  expect(readAgain).not.toHaveBeenCalled()
  steps.redo()
  steps.undo()
  expect(await requestsFor(2)).toEqual(['mine', 'mine'])
  expect(readAgain).not.toHaveBeenCalled()
})

test('a step is undone once the question was answered with yes, and can be done again then', async () => {
  const { did, screen, open, requestsFor, readAgain } = renderScreen({ mine: [touched, done] })
  await did('mine')
  const { steps, undo, onOpen } = await screen()
  steps.undo()
  await expect.poll(open).toMatchObject({ at: 'partial-undo' })
  undo({ id: 'mine', kind: 'roles' }, true)
  onOpen(undefined)
  await expect.poll(() => readAgain.mock.calls.length).toBe(1)
  steps.redo()
  expect(await requestsFor(3)).toEqual(['mine', 'mine in part', 'again'])
})

test('what a colleague did, and could not be undone for now, is not what the keys undo next', async () => {
  const { did, screen, requestsFor } = renderScreen({ theirs: [away], mine: [done] })
  await did('mine')
  const { steps, undo } = await screen()
  undo({ id: 'theirs', kind: 'roles' })
  steps.undo()
  expect(await requestsFor(2)).toEqual(['theirs', 'mine'])
})

test('an older step that could not be undone for now is undone in its turn', async () => {
  const { did, screen, requestsFor } = renderScreen({ one: [away, done], two: [done], three: [done] })
  await did('one', 'two', 'three')
  const { steps, undo } = await screen()
  undo({ id: 'one', kind: 'roles' })
  for (let times = 0; times < 3; times += 1) steps.undo()
  expect(await requestsFor(4)).toEqual(['one', 'three', 'two', 'one'])
})

test('a step that was undone by the keys is not undone by its toast as well, and the one before it is the next', async () => {
  const { did, screen, requestsFor } = renderScreen({ one: [done], two: [done, refused, refused] })
  await did('one', 'two')
  const { steps, undo } = await screen()
  steps.undo()
  undo({ id: 'two', kind: 'roles' })
  steps.undo()
  expect(await requestsFor(2)).toEqual(['two', 'one'])
})

test('a step that the server refuses to undo is left, and the one before it is the next', async () => {
  const { did, screen, requestsFor } = renderScreen({
    one: [done],
    two: [refused],
    three: [{ status: 404, code: 'notFound' }],
  })
  await did('one', 'two', 'three')
  const { steps } = await screen()
  for (let times = 0; times < 3; times += 1) steps.undo()
  expect(await requestsFor(3)).toEqual(['three', 'two', 'one'])
})

test('a step that the server refuses to make again is left, and one that it cannot for now is the next', async () => {
  const { did, screen, requestsFor, readAgain } = renderScreen({
    one: [done],
    two: [done],
    again: [refused, away, done],
  })
  await did('one', 'two')
  const { steps } = await screen()
  for (let times = 0; times < 2; times += 1) steps.undo()
  for (let times = 0; times < 3; times += 1) steps.redo()
  expect(await requestsFor(5)).toEqual(['two', 'one', 'again', 'again', 'again'])
  await expect.poll(() => readAgain.mock.calls.length).toBe(3)
})

test('a question that comes while a dialog is open waits until that is closed', async () => {
  const { did, screen, open } = renderScreen({ mine: [touched] })
  await did('mine')
  const { steps, onOpen } = await screen()
  steps.undo()
  onOpen({ at: 'invite' })
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(open()).toEqual({ at: 'invite' })
  onOpen(undefined)
  await expect.poll(open).toMatchObject({ at: 'partial-undo', partial: { id: 'mine' } })
})

test('a question that is asked twice is answered once', async () => {
  const { did, screen, open, requestsFor } = renderScreen({ mine: [touched, touched] })
  await did('mine')
  const { steps, onOpen } = await screen()
  steps.undo()
  steps.undo()
  await requestsFor(2)
  await expect.poll(open).toMatchObject({ at: 'partial-undo' })
  onOpen(undefined)
  await expect.poll(open).toBeUndefined()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(open()).toBeUndefined()
})

test('those of late are read again after something was done, done and done again', async () => {
  const { did, screen, readAgain, queries } = renderScreen({ mine: [done] })
  const key = [...keyOf(changeSets), 'of late']
  const isStale = () => queries.getQueryState(key)?.isInvalidated
  const read = () => queries.setQueryData(key, [])
  read()
  expect(isStale()).toBe(false)
  await did('mine')
  expect(isStale()).toBe(true)
  read()
  const { steps } = await screen()
  steps.undo()
  await expect.poll(() => readAgain.mock.calls.length).toBe(1)
  expect(isStale()).toBe(true)
  read()
  steps.redo()
  await expect.poll(() => readAgain.mock.calls.length).toBe(2)
  expect(isStale()).toBe(true)
})

/** Undoes and redoes a change set of that kind with so many rows, of which the server lists the stored ones; returns the screen. */
async function undoAndRedo(kind: ChangeSetKind, stored: readonly ChangeSetRow[], change = stored.length) {
  const { screen, readAgain, ...rendered } = renderScreen({ mine: [done] }, { stored, change })
  const { steps } = await screen()
  steps.record({ id: 'mine', kind })
  steps.undo()
  await expect.poll(() => readAgain.mock.calls.length).toBe(1)
  steps.redo()
  return rendered
}

/** The previewed redo of a change set with these rows. */
async function previewedRedo(kind: ChangeSetKind, rows: readonly ChangeSetRow[]) {
  const { open } = await undoAndRedo(kind, rows)
  await expect.poll(open).toMatchObject({ at: 'plan' })
  return (open() as Extract<OpenChangeSet, { at: 'plan' }>).request as ChangeSetRequest
}

test('a large change of roles is made again by its id, after a preview', async () => {
  const rows = Array.from({ length: 2_000 }, (_, at) => ({ ...row, number: at + 1 }))
  expect(await previewedRedo('roles', rows)).toMatchObject({ kind: 'roles', input: { again: 'mine' } })
})

test('a step that is made again from its rows has those of every page', async () => {
  const before = { sourceProjectId: 'l', key: 'workflows', renameTo: null, isEverything: false }
  const rows = Array.from({ length: 1_200 }, (_, at) => ({
    ...{ ...row, number: at + 1, object: { type: 'project-templates', id: 't' } },
    ...{ before: { ...before, value: `w${at}` }, after: null },
  }))
  const request = await previewedRedo('template-entries', rows)
  const { remove } = request.input as { remove: { value: string }[] }
  expect(remove.map(({ value }) => value)).toEqual(rows.map(({ before }) => before.value))
})

test('an organization with five hundred people is deleted again: it is in the last of the rows', async () => {
  const people = Array.from({ length: 500 }, (_, at) => ({ ...row, number: at + 1, object: { id: `p${at}` } }))
  const last = { ...row, number: 501, object: { type: 'user-organizations', id: 'o' }, after: null }
  expect((await previewedRedo('delete-organization', [...people, last])).input).toEqual({ organization: 'o' })
})

test('nothing is made again of a step whose rows are not all found', async () => {
  const rows = Array.from({ length: 300 }, (_, at) => ({ ...row, number: at + 1, object: { id: 'o' } }))
  const { open, requests, toasts } = await undoAndRedo('delete-organization', rows, 301)
  await expect.poll(toasts).toContain('This change cannot be redone: make it again.')
  expect(open()).toBeUndefined()
  expect(requests).toEqual(['mine'])
})
