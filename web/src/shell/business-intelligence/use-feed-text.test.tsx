import { feedLogin } from '@lintel/contract/identity/feed-tokens'
import { verifyMfa } from '@lintel/contract/identity/mfa'
import { expect, test, vi } from 'vitest'
import { renderForm } from '../../../test/render-form'
import { useVisibleToasts } from '../../../test/render-hook'
import { failedWith } from '../../api/failure'
import { type FeedProof, useFeedText } from './use-feed-text'

const user = 'anna@nordbygg.example'
const ticket = 'ticket-of-the-challenge'
const problem = (status: number, code: string, more: object = {}) =>
  Response.json({ errors: [{ status: String(status), code, title: code, detail: code }], ...more }, { status })

/** The hook with a server that requires a second factor and accepts this code, and the requests it received. */
async function withSecondFactor(rightCode: string) {
  const requests: { path: string; body: unknown; authorization: string | null }[] = []
  vi.stubGlobal('fetch', async (path: string, { body, headers }: RequestInit) => {
    if (path !== feedLogin.path && path !== verifyMfa.path) return new Response(null, { status: 204 })
    const sent = JSON.parse(String(body))
    requests.push({ path, body: sent, authorization: new Headers(headers).get('authorization') })
    if (path === feedLogin.path)
      return problem(401, 'CHALLENGE_REQUESTED', { result: 'CHALLENGE_REQUESTED', session: ticket })
    if (sent.code === 'too late') return problem(401, 'invalidSession')
    if (sent.code !== rightCode) return problem(400, 'invalidCode')
    return Response.json({ idToken: 'bearer', accessToken: 'bearer', refreshToken: 'feed_secret' })
  })
  const form = await renderForm(() => ({
    feed: useFeedText({ user, customer: { id: 'north', name: 'North' } }),
    toasts: useVisibleToasts(),
  }))
  return {
    requests,
    now: () => form.current().feed,
    said: () => form.current().toasts.map(({ text }) => text),
    navigateAway: form.navigateAway,
    async make(proof: FeedProof, onRefused = () => {}) {
      await form.change(({ feed }) => feed.make(proof, onRefused))
      await form.saved()
    },
  }
}

test('who has a second factor is asked for its code after the password, and gets the text by it', async () => {
  const { requests, now, make } = await withSecondFactor('123456')
  const refused = vi.fn()
  await make({ by: 'password', password: 'eleven cranes' }, refused)
  expect(now()).toMatchObject({ step: { at: 'code-wanted', session: ticket }, error: null })

  // A wrong code is reported and can be corrected.
  await make({ by: 'code', session: ticket, code: '000000' }, refused)
  expect(failedWith(now().error, 'invalidCode')).toBe(true)
  expect(now().step).toEqual({ at: 'code-wanted', session: ticket })
  expect(refused).toHaveBeenCalledOnce()

  await make({ by: 'code', session: ticket, code: '123456' }, refused)
  const { step } = now()
  expect(step).toMatchObject({ at: 'made', refreshToken: 'feed_secret' })
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
  const { now, make } = await withSecondFactor('123456')
  await make({ by: 'password', password: 'eleven cranes' })
  expect(now().step.at).toBe('code-wanted')
  await make({ by: 'code', session: ticket, code: 'too late' })
  expect(now().step).toEqual({ at: 'asking' })
  expect(failedWith(now().error, 'invalidSession')).toBe(true)
})

test('a failure is told by the dialog alone, and in a toast once that was left', async () => {
  const { make, said, navigateAway } = await withSecondFactor('123456')
  await make({ by: 'code', session: ticket, code: '000000' })
  expect(said()).toEqual([])
  navigateAway()
  await make({ by: 'code', session: ticket, code: '000000' })
  expect(said()).toEqual(['This code is not valid.'])
})

test('whoever has left the dialog is told that nobody has seen the token', async () => {
  const { now, make, said, navigateAway } = await withSecondFactor('123456')
  const proof = { by: 'code', session: ticket, code: '123456' } as const
  navigateAway()
  await make(proof)
  expect(now().step).toEqual({ at: 'asking' })
  expect(said()).toEqual(['A token was created, but you left before it was shown. Revoke it.'])
})
