import { expect, onTestFinished, test, vi } from 'vitest'
import { renderHook } from '../../../test/render-hook'
import { CallFailure, NoResponse } from '../../api/failure'
import { createQueryClient } from '../../api/query-client'
import { usePasskeySignIn } from './use-passkey-sign-in'
import { useSignIn } from './use-sign-in'

const empty = new ArrayBuffer(0)
const signed = {
  ...{ id: 'key', rawId: empty, type: 'public-key', authenticatorAttachment: 'platform' },
  response: { authenticatorData: empty, clientDataJSON: empty, signature: empty },
  getClientExtensionResults: () => ({}),
}

type Answer = { status: number; code?: string } | 'lost'

interface Answers {
  challenge?: Answer
  signIn?: Answer
}

/** A device that waits until its person chooses a passkey in the field, and the answers of the server. */
function stubDevice(answers: Answers, onButton: () => Promise<unknown> = async () => signed) {
  const offers: ((chosen: typeof signed) => void)[] = []
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
    mediation === 'conditional' ? new Promise((resolve) => offers.push(resolve)) : onButton()
  vi.stubGlobal('navigator', { onLine: true, credentials: { get } })
  return offers
}

/** The sign-in page, on a device where a passkey is chosen in the field (`choose`) or by the button. */
async function open(answers: Answers = {}, onButton?: () => Promise<unknown>) {
  const failures: unknown[] = []
  const onSignedIn = vi.fn()
  const offers = stubDevice(answers, onButton)
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
  await expect.poll(() => away.failures).toEqual([expect.any(CallFailure)])
  await expect.poll(() => away.rendered()).toMatchObject({ isBusy: false, isRejected: false })
})

test('the offer in the field is not renewed while the device asks for what the button requested', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  let decline = (_failure: Error) => {}
  const onButton = vi.fn(
    () =>
      new Promise((_, reject) => {
        decline = reject
      }),
  )
  const { rendered, offered } = await open({}, onButton)
  const passFiveMinutes = () => vi.advanceTimersByTime(5 * 60_000)
  passFiveMinutes()
  await offered(2)

  rendered()?.signInByButton()
  await expect.poll(() => onButton.mock.calls.length).toBe(1)
  passFiveMinutes()
  await new Promise((resolve) => setTimeout(resolve, 20))
  await offered(2)

  decline(new DOMException('', 'NotAllowedError'))
  await offered(3)
  passFiveMinutes()
  await offered(4)
})

test('why a link did not sign in is said until a passkey is sent, and then why that one did not', async () => {
  const ended = new CallFailure(403, [{ status: '403', code: 'guestAccessEnded', title: '', detail: '' }], undefined)
  const answers: Answers = { signIn: { status: 503, code: 'overloaded' } }
  const onButton = vi.fn(async (): Promise<unknown> => signed)
  onButton.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'))
  stubDevice(answers, onButton)
  const entry = {
    email: '',
    temporaryPassword: undefined,
    isInvitation: false,
    nextUrl: undefined,
    endedSession: undefined,
    hasStarted: false,
  }
  const rendered = renderHook(createQueryClient(), () => {
    const signIn = useSignIn({ ...entry, formFailure: undefined }, () => Promise.reject(ended), vi.fn())
    const passkey = usePasskeySignIn({
      isRemembered: () => false,
      onSignedIn: signIn.completeWithTokens,
      onFailure: signIn.showFailure,
    })
    return { ...signIn, ...passkey }
  })
  Object.assign(document, { querySelectorAll: () => [{}] })
  await expect.poll(() => rendered()).toBeDefined()
  rendered()?.signInAutomatically()
  const isEnded = { error: ended, linkOutcome: 'rejected', isBusy: false }
  await expect.poll(() => rendered()).toMatchObject(isEnded)

  rendered()?.signInByButton()
  await expect.poll(() => onButton.mock.calls.length).toBe(1)
  await expect.poll(() => rendered()).toMatchObject(isEnded)

  rendered()?.signInByButton()
  const away = { code: 'overloaded' }
  await expect.poll(() => rendered()).toMatchObject({ error: away, linkOutcome: undefined, isBusy: false })
})
