import type { Session } from '@lintel/contract/identity/sessions'
import type { CurrentUser } from '@lintel/contract/people/users'
import { afterAll, expect, test, vi } from 'vitest'
import { renderDialogs } from '../../test/render-dialogs'
import { renderForm } from '../../test/render-form'
import { neverResponds, useVisibleToasts } from '../../test/render-hook'
import { Sessions } from '../portal/sessions/sessions'
import { currentUser } from '../session/current-user'
import { Dialog } from '../ui/dialog'
import { createQueryClient } from './query-client'
import { savesSettled } from './saves-settled'
import { send } from './send'
import { useRevoke } from './use-revoke'

// A page reports ten errors: those of these tests do not count for the next file.
afterAll(() => void vi.resetModules())

/** Two links, whose revocations are pending until they are answered. */
async function links() {
  const running: { id: string; settle(status: number): void }[] = []
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit = {}) => {
    if (method !== 'DELETE') return neverResponds(address)
    const status = await new Promise<number>((settle) => running.push({ id: address.slice('/links/'.length), settle }))
    return status === 204
      ? new Response(null, { status })
      : Response.json({ errors: [{ code: status === 404 ? 'notFound' : 'forbidden' }] }, { status })
  })
  const form = await renderForm(() => ({
    ...useRevoke<{ id: string }>({
      work: ({ id }) => send({ method: 'DELETE', address: `/links/${id}` }),
      invalidates: [],
      describeDone: ({ id }) => `${id} has been revoked.`,
    }),
    toasts: useVisibleToasts(),
  }))
  return {
    /** The item in question, and whether it is being revoked. */
    question: () => [form.current().asked?.id, form.current().answers.busy],
    toasts: () => form.current().toasts.map(({ text }) => text),
    ask: (id: string) => form.change(({ ask }) => ask({ id })),
    cancel: () => form.change(({ answers }) => answers.onCancel()),
    confirm: () =>
      form.change(async ({ answers }) => {
        const before = running.length
        answers.onConfirm()
        await expect.poll(() => running.length).toBe(before + 1)
      }),
    async answer(status = 204) {
      running.shift()?.settle(status)
      await form.saved()
    },
  }
}

test('what is confirmed is revoked, and its question closes with the answer', async () => {
  const { question, toasts, ask, confirm, answer } = await links()
  await ask('first')
  expect(question()).toEqual(['first', false])
  await confirm()
  expect(question()).toEqual(['first', true])
  await answer()
  expect(question()).toEqual([undefined, false])
  expect(toasts()).toEqual(['first has been revoked.'])
})

test('the late answer to one question neither holds up nor closes the next one', async () => {
  const { question, toasts, ask, cancel, confirm, answer } = await links()
  await ask('first')
  await confirm()
  await cancel()
  await ask('second')
  expect(question()).toEqual(['second', false])
  await answer()
  expect(question()).toEqual(['second', false])
  expect(toasts()).toEqual(['first has been revoked.'])
})

test('whoever closes a question and asks it again sees that it is running', async () => {
  const { question, ask, cancel, confirm, answer } = await links()
  await ask('first')
  await confirm()
  await cancel()
  await ask('first')
  expect(question()).toEqual(['first', true])
  await answer()
  expect(question()).toEqual([undefined, false])
})

test.each([
  [404, 'first has been revoked.'],
  [403, 'You are not allowed to do this.'],
])('what is gone already counts as revoked, and a refusal is told: %s', async (status, told) => {
  const { question, toasts, ask, confirm, answer } = await links()
  await ask('first')
  await confirm()
  await answer(status)
  expect(question()).toEqual([undefined, false])
  expect(toasts()).toEqual([told])
})

const session: Session = {
  id: 'here',
  isCurrent: true,
  method: 'password',
  provider: null,
  secondFactor: false,
  rememberMe: false,
  browser: 'Firefox',
  system: 'Linux',
  ip: null,
  city: null,
  createdAt: '2026-03-01T10:00:00Z',
  lastSeenAt: '2026-03-01T10:00:00Z',
  idleSeconds: 3_600,
  expiresAt: '2026-03-02T10:00:00Z',
}

test('the answer to signing out everywhere else leaves the question about one session open', async () => {
  let answer = () => {}
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit = {}) => {
    if (method !== 'DELETE') return neverResponds(address)
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    return new Response(null, { status: 204 })
  })
  const queries = createQueryClient()
  queries.setQueryData(currentUser.queryKey, { method: 'password', guestOf: null } as CurrentUser)
  const page = await renderDialogs(
    () => (
      <Dialog label="Page" onClose={() => {}}>
        <Sessions sessions={[session, { ...session, id: 'there', isCurrent: false }]} />
      </Dialog>
    ),
    queries,
  )
  await page.press('Sign out everywhere else')
  await page.press('Sign out')
  expect([page.title(), page.buttons()]).toEqual(['Sign out everywhere else?', ['Close', 'Sign out']])
  await page.press('Close')
  await page.press('Sign out')
  expect([page.title(), page.buttons()]).toEqual(['Sign out there?', ['Cancel', 'Sign out']])
  await page.act(async () => {
    answer()
    await savesSettled(queries)
    await new Promise((resolve) => setTimeout(resolve))
  })
  expect([page.title(), page.buttons()]).toEqual(['Sign out there?', ['Cancel', 'Sign out']])
})
