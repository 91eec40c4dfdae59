import { feedLogin } from '@lintel/contract/identity/feed-tokens'
import { verifyMfa } from '@lintel/contract/identity/mfa'
import { expect, test, vi } from 'vitest'
import { failedWith } from '../../api/failure'
import { createQueryClient } from '../../api/query-client'
import { renderHook } from '../../api/render-hook'
import { useFeedText } from './use-feed-text'

const user = 'anna@nordbygg.example'
const ticket = 'ticket-of-the-challenge'
const problem = (status: number, code: string, more: object = {}) =>
  Response.json({ errors: [{ status: String(status), code, title: code, detail: code }], ...more }, { status })

/** The hook with a server that requires a second factor and accepts this code, and the requests it received. */
async function withSecondFactor(rightCode: string) {
  vi.stubGlobal('location', new URL('https://app.example.com/projects-list'))
  const requests: { path: string; body: unknown; authorization: string | null }[] = []
  vi.stubGlobal('fetch', async (path: string, { body, headers }: RequestInit) => {
    const sent = JSON.parse(String(body))
    if (path !== feedLogin.path && path !== verifyMfa.path) return new Response(null, { status: 204 })
    requests.push({ path, body: sent, authorization: new Headers(headers).get('authorization') })
    if (path === feedLogin.path)
      return problem(401, 'CHALLENGE_REQUESTED', { result: 'CHALLENGE_REQUESTED', session: ticket })
    if (sent.code === 'too late') return problem(401, 'invalidSession')
    if (sent.code !== rightCode) return problem(400, 'invalidCode')
    return Response.json({ idToken: 'bearer', accessToken: 'bearer', refreshToken: 'feed_secret' })
  })
  const given = renderHook(createQueryClient(), () => useFeedText({ user, customer: { id: 'north', name: 'North' } }))
  await expect.poll(given).toBeDefined()
  return { requests, now: () => given() as NonNullable<ReturnType<typeof given>> }
}

test('who has a second factor is asked for its code after the password, and gets the text by it', async () => {
  const { requests, now } = await withSecondFactor('123456')
  const refused = vi.fn()
  now().make({ by: 'password', password: 'eleven cranes' }, refused)
  await expect.poll(() => now().step).toEqual({ at: 'code-wanted', session: ticket })
  expect(now().error).toBeNull()

  // A wrong code is reported and can be corrected.
  now().make({ by: 'code', session: ticket, code: '000000' }, refused)
  await expect.poll(() => failedWith(now().error, 'invalidCode')).toBe(true)
  expect(now().step).toEqual({ at: 'code-wanted', session: ticket })
  await expect.poll(() => refused.mock.calls.length).toBe(1)

  now().make({ by: 'code', session: ticket, code: '123456' }, refused)
  await expect.poll(() => now().step).toMatchObject({ at: 'made', refreshToken: 'feed_secret' })
  const { step } = now()
  expect(step.at === 'made' && step.text).toMatch(/"feed_secret".*"bearer"/s)
  const verified = { session: ticket, username: user }
  expect(requests).toEqual([
    {
      ...{ path: feedLogin.path, authorization: null },
      body: { username: user, password: 'eleven cranes', customer: 'north' },
    },
    { path: verifyMfa.path, authorization: null, body: { ...verified, code: '000000' } },
    { path: verifyMfa.path, authorization: null, body: { ...verified, code: '123456' } },
  ])
})

test('when the challenge is over, it begins again with the password', async () => {
  const { now } = await withSecondFactor('123456')
  now().make({ by: 'password', password: 'eleven cranes' }, () => undefined)
  await expect.poll(() => now().step.at).toBe('code-wanted')
  now().make({ by: 'code', session: ticket, code: 'too late' }, () => undefined)
  await expect.poll(() => now().step).toEqual({ at: 'asking' })
  expect(failedWith(now().error, 'invalidSession')).toBe(true)
})
