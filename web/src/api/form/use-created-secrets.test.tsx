import { customers } from '@lintel/contract/customers/customers'
import { createApiToken } from '@lintel/contract/identity/api-tokens'
import { createDisplayToken } from '@lintel/contract/identity/display-tokens'
import { createFeedToken } from '@lintel/contract/identity/feed-tokens'
import type { ReactNode } from 'react'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { renderDialogs } from '../../../test/render-dialogs'
import { renderForm } from '../../../test/render-form'
import { neverResponds, useVisibleToasts } from '../../../test/render-hook'
import { ApiTokens } from '../../console/security/api-tokens'
import { PutOnWall } from '../../console/widgets/wall/put-on-wall'
import { FeedTokens } from '../../portal/sessions/feed-tokens'
import { beginSession, leaveSession } from '../../session/session'
import { Dialog } from '../../ui/dialog'
import { createQueryClient } from '../query-client'
import { one } from '../resource'
import { savesSettled } from '../saves-settled'
import { useCreatedSecrets } from './use-created-secrets'

// A page reports ten errors: those of these tests do not count for the next file.
afterAll(() => void vi.resetModules())

/** The secrets of a screen, and the toasts. */
const secretsOfScreen = () =>
  renderForm(() => ({
    secrets: useCreatedSecrets<string>('Nobody has seen it.'),
    toasts: useVisibleToasts(),
  }))

test('secrets are shown one after the other, and none takes the place of one that is still shown', async () => {
  const { current: rendered, change } = await secretsOfScreen()
  expect(rendered().secrets.current).toBeUndefined()
  await change(({ secrets }) => secrets.add('first'))
  await change(({ secrets }) => secrets.add('second'))
  for (const shown of ['first', 'second', undefined]) {
    expect(rendered().secrets.current).toBe(shown)
    await change(({ secrets }) => secrets.close())
  }
  expect(rendered().toasts).toEqual([])
})

test('whoever has left the screen is told that nobody has seen the secret', async () => {
  const { current: rendered, change, navigateAway } = await secretsOfScreen()
  navigateAway()
  await change(({ secrets }) => secrets.add('lost'))
  expect(rendered().secrets.current).toBeUndefined()
  expect(rendered().toasts.map(({ text }) => text)).toEqual(['Nobody has seen it.'])
})

interface Screen {
  tokens: ReactNode
  /** The address that creates the token, and its answer. */
  path: string
  answer: object
  /** The button that opens the form, and the one that submits it. */
  open: string
  submit: string
  /** A label, and what is typed there. */
  typed?: [string, string]
  /** The label of the secret, and the secret as it is copied. */
  field: string
  secret: string
}

const created = { id: 't1', createdAt: '2026-03-01T10:00:00Z', expiresAt: '2999-03-01T10:00:00Z', lastUsedAt: null }
const screens: [string, Screen][] = [
  [
    'an API token',
    {
      tokens: <ApiTokens customer="north" />,
      path: createApiToken.path,
      answer: { ...created, token: 'lintel_api_x' },
      ...{ open: 'Create token', submit: 'Create token', field: 'Token', secret: 'lintel_api_x' },
    },
  ],
  [
    'a link for a screen',
    {
      tokens: <PutOnWall customer="north" onClose={() => {}} />,
      path: createDisplayToken.path,
      answer: { ...created, token: 'lintel_display_x' },
      ...{ open: 'Create a link', submit: 'Create the link', typed: ['Name of the screen', 'Canteen'] },
      ...{ field: 'Link', secret: 'https://lintel.example/wall#lintel_display_x' },
    },
  ],
  [
    'a token for reports',
    {
      tokens: <FeedTokens feedTokens={[]} customers={[{ id: 'north', name: 'Nordbygg AS' }]} />,
      path: createFeedToken.path,
      answer: { ...created, customer: 'north', customerName: 'Nordbygg AS', accessToken: 'a', refreshToken: 'feed_x' },
      ...{ open: 'Create token', submit: 'Create token', field: 'Token', secret: 'feed_x' },
    },
  ],
]

const session = {
  result: 'SUCCESS' as const,
  idToken: 'a.b.c',
  accessToken: 'a',
  tokenType: 'Bearer' as const,
  expiresIn: 3_600,
  logoutWhenIdle: false,
  idleSeconds: 1_209_600,
}

/** The screen, whose form was submitted; the server has yet to answer. */
async function submitted({ tokens, path, answer, open, submit, typed }: Screen) {
  beginSession(session)
  onTestFinished(leaveSession)
  let respond = (_answer: Response) => {}
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit = {}) => {
    if (!address.startsWith(path)) return neverResponds(address)
    if (method !== 'POST') return Response.json({ apiTokens: [], displayTokens: [] })
    return new Promise<Response>((resolve) => {
      respond = resolve
    })
  })
  const queries = createQueryClient()
  queries.setQueryData(one(customers, 'north').queryKey, {
    record: { id: 'north', version: 1, apiUsers: ['robot@nordbygg.example'] },
    included: [],
  } as never)
  const page = await renderDialogs(
    () => (
      <Dialog label="Page" onClose={() => {}}>
        {tokens}
      </Dialog>
    ),
    queries,
  )
  const screenTitle = page.title()
  await page.press(open)
  if (typed) await page.type(...typed)
  await page.press(submit)
  /** Resolves when the answer is drawn. */
  const respondWith = (body: object, status: number) =>
    page.act(async () => {
      respond(Response.json(body, { status }))
      await savesSettled(queries)
      await new Promise((resolve) => setTimeout(resolve))
    })
  return {
    ...page,
    screenTitle,
    accept: () => respondWith(answer, 201),
    refuse: () => respondWith({ errors: [{ code: 'forbidden' }] }, 403),
  }
}

const copyDialog = /^Copy the \w+ now$/

test.each(screens)('%s is shown when it was created', async (_what, screen) => {
  const page = await submitted(screen)
  expect(page.title()).toMatch(/^Create a/)
  await page.accept()
  expect(page.title()).toMatch(copyDialog)
  expect(page.valueOf(screen.field)).toBe(screen.secret)
  await page.press('Done')
  expect(page.title()).toBe(page.screenTitle)
})

test.each(screens)('%s is shown even if its form was closed before the answer came', async (_what, screen) => {
  const page = await submitted(screen)
  await page.press('Cancel')
  expect(page.title()).toBe(page.screenTitle)
  await page.accept()
  expect(page.title()).toMatch(copyDialog)
  expect(page.valueOf(screen.field)).toBe(screen.secret)
})

test.each(screens)('%s is shown above a form that was opened meanwhile, which stays', async (_what, screen) => {
  const page = await submitted(screen)
  await page.press('Cancel')
  await page.press(screen.open)
  const form = page.title()
  await page.accept()
  expect(page.title()).toMatch(copyDialog)
  await page.press('Done')
  expect(page.title()).toBe(form)
})

test.each(screens)('why %s was not created is said in its form', async (_what, screen) => {
  const page = await submitted(screen)
  const form = page.title()
  expect(page.text()).not.toContain('You are not allowed to do this.')
  await page.refuse()
  expect(page.text()).toContain('You are not allowed to do this.')
  expect(page.title()).toBe(form)
})
