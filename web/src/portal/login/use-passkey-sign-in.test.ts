import { expect, test, vi } from 'vitest'
import { CallFailure, NoResponse } from '../../api/failure'
import { createQueryClient } from '../../api/query-client'
import { renderHook } from '../../api/render-hook'
import { usePasskeySignIn } from './use-passkey-sign-in'

const empty = new ArrayBuffer(0)
const signed = {
  ...{ id: 'key', rawId: empty, type: 'public-key', authenticatorAttachment: 'platform' },
  response: { authenticatorData: empty, clientDataJSON: empty, signature: empty },
  getClientExtensionResults: () => ({}),
}

type Answer = { status: number; code?: string } | 'lost'

/** The sign-in page, on a device that waits until its person chooses a passkey in the field (`choose`) or by the button. */
async function open(answers: { challenge?: Answer; signIn?: Answer } = {}) {
  const failures: unknown[] = []
  const offers: ((chosen: typeof signed) => void)[] = []
  const onSignedIn = vi.fn()
  const respond = (given: Answer | undefined, body: object) => {
    if (given === 'lost') throw new TypeError('Failed to fetch')
    if (given === undefined) return Response.json(body)
    return Response.json({ errors: [{ ...given, status: String(given.status) }] }, { status: given.status })
  }
  vi.stubGlobal('fetch', async (address: string) => {
    if (address.endsWith('/challenge')) return respond(answers.challenge, { options: { challenge: 'AAAA' } })
    if (address.endsWith('/sign-in')) return respond(answers.signIn, { idToken: 'token' })
    return Response.json([])
  })
  const isConditionalMediationAvailable = async () => true
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(() => undefined, { isConditionalMediationAvailable }),
  )
  const get = ({ mediation }: { mediation?: string }) =>
    mediation === 'conditional' ? new Promise((resolve) => offers.push(resolve)) : Promise.resolve(signed)
  vi.stubGlobal('navigator', { onLine: true, credentials: { get } })
  const rendered = renderHook(createQueryClient(), () =>
    usePasskeySignIn({ isRemembered: () => false, onSignedIn, onFailure: (failure) => failures.push(failure) }),
  )
  Object.assign(document, { querySelectorAll: () => [{}] })
  await expect.poll(() => rendered()).toBeDefined()
  const offered = (times: number) => expect.poll(() => offers.length).toBe(times)
  if (!answers.challenge) await offered(1)
  return { rendered, failures, offered, onSignedIn, choose: () => offers.at(-1)?.(signed) }
}

test('a passkey that is chosen in the field signs in', async () => {
  const { onSignedIn, choose } = await open()
  choose()
  await expect.poll(() => onSignedIn.mock.calls).toEqual([[{ idToken: 'token' }]])
})

test.each([
  ['no answer comes', 'lost', NoResponse],
  ['there were too many tries', { status: 429, code: 'tooManyRequests' }, CallFailure],
  ['the server is away', { status: 503, code: 'overloaded' }, CallFailure],
] as const)(
  'a passkey that is chosen in the field says on the page that %s, and is offered again',
  async (_, answer, kind) => {
    const { rendered, failures, offered, choose } = await open({ signIn: answer })
    choose()
    await expect.poll(() => failures).toEqual([undefined, expect.any(kind)])
    await offered(2)
    await expect.poll(() => rendered()).toMatchObject({ isBusy: false, isRejected: false })
  },
)

test('a passkey that the server does not accept says so itself', async () => {
  const { rendered, failures, choose } = await open({ signIn: { status: 401, code: 'invalid_grant' } })
  choose()
  await expect.poll(() => rendered()).toMatchObject({ isBusy: false, isRejected: true })
  expect(failures).toEqual([undefined])
})

test('the button tells a server that does not answer from a passkey that is not accepted', async () => {
  const away = await open({ challenge: { status: 503, code: 'overloaded' } })
  // Nobody chose what was offered in the field.
  expect(away.failures).toEqual([])
  away.rendered()?.signInByButton()
  await expect.poll(() => away.failures).toEqual([undefined, expect.any(CallFailure)])
  await expect.poll(() => away.rendered()).toMatchObject({ isBusy: false, isRejected: false })
})
