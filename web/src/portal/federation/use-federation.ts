import {
  createFederatedUser,
  linkIdentity,
  loginWithCode,
  readFederationSession,
  verifyFederatedEmail,
} from '@lintel/contract/identity/federation'
import type { Tokens } from '@lintel/contract/identity/tokens'
import { readCurrentUser } from '@lintel/contract/people/users'
import { useEffect, useState } from 'react'
import { ask } from '../../api/ask'
import { afterSignIn } from '../../session/after-sign-in'
import { challengeAddress, holdChallenge } from '../../session/challenge'
import { departureFor, forgetDeparture } from '../../session/external-login'
import { type ProviderReturn, takeProviderReturn } from '../../session/provider-return'
import { reportSignIn } from '../../session/report-sign-in'
import { beginSession, restoreSession } from '../../session/session'
import {
  afterCreation,
  afterCreationFailure,
  afterLinkFailure,
  afterSession,
  afterSignInFailure,
  afterUnknownIdentity,
  afterVerifyFailure,
  challengeIn,
  type FederationStep,
  type Identity,
  type SignedInBy,
  unknownIdentityIn,
} from './federation-step'
import { providerName } from './provider-name'

type Code = Extract<ProviderReturn, { kind: 'code' }>

/** The callback screen at work: the calls that each step leads to, and the step that each answer leads to. */
export function useFederation(onDone: (address: string) => void) {
  const [step, setStep] = useState<FederationStep>({ at: 'returning' })
  const [provider, setProvider] = useState<{ id: string; name: string }>()
  const [isBusy, setBusy] = useState(false)
  const [code, setCode] = useState<Code>()

  const departure = provider && departureFor(provider.id)

  /** Signed in: to where the person wanted to go, else where the provider lands its people, else to their projects. */
  async function arrive(tokens: Tokens, providerId: string, isNew = false) {
    const { nextUrl } = departureFor(providerId) ?? {}
    beginSession(tokens)
    reportSignIn('signedIn', 'federation')
    forgetDeparture()
    if (isNew) return onDone(`/user-profile${afterSignIn({}, nextUrl).slice(1)}`)
    const session = nextUrl === undefined ? await ask(readFederationSession).catch(() => undefined) : undefined
    onDone(session?.landingPage ?? afterSignIn(tokens, nextUrl))
  }

  async function create(given: Identity, username: string, providerId: string, isAutomatic: boolean) {
    const ProposedUsername = username.toLowerCase()
    const body = { Provider: providerId, ProposedUsername, RefreshToken: given.ticket }
    try {
      const answer = await ask(createFederatedUser, { anonymous: true, body })
      const next = afterCreation(answer, ProposedUsername, given)
      if (next.at === 'leaving' && answer.result === 'SUCCESS') await arrive(answer, providerId, true)
      else setStep(next)
    } catch (error) {
      setStep(afterCreationFailure(error, { identity: given, username: ProposedUsername, isAutomatic }))
    }
  }

  async function signInWith({ code: authorizationCode, provider: id, state, iss }: Code) {
    const { rememberMe = false } = departureFor(id) ?? {}
    const body = { authorizationCode, provider: id, state, ...(iss !== undefined && { iss }), rememberMe }
    try {
      await arrive(await ask(loginWithCode, { anonymous: true, body }), id)
    } catch (error) {
      const given = unknownIdentityIn(error)
      const next = given ? afterUnknownIdentity(given) : afterSignInFailure(error)
      if (next !== 'create') setStep(next)
      else if (given) await create(given, given.proposedUsername ?? '', id, true)
    }
  }

  /** The account that is signed in gets the provider as a way in. */
  async function linkOwn({ code: authorizationCode, provider: id, state, iss }: Code) {
    setBusy(true)
    const body = { authorizationCode, provider: id, state, ...(iss !== undefined && { iss }) }
    try {
      await ask(linkIdentity, { body })
      reportSignIn('linked', 'federation')
      setStep({ at: 'linkingToExistingUserSuccess' })
    } catch (error) {
      setStep(afterSignInFailure(error))
    }
    setBusy(false)
  }

  async function receive(returned: Code) {
    setCode(returned)
    const by = await signedInBy()
    switch (afterSession(by, departureFor(returned.provider)?.intent)) {
      case 'goToIndex':
        return onDone('/')
      case 'signIn':
        return signInWith(returned)
      case 'link':
        return linkOwn(returned)
      case 'confirmLink':
        return setStep({ at: 'confirmingLink' })
    }
  }

  async function begin(returned: ProviderReturn) {
    if (returned.kind === 'verification') {
      const proved = ask(verifyFederatedEmail, { anonymous: true, body: { code: returned.code } })
      const next = await proved.then(
        ({ provider: id }): FederationStep => ({ at: 'emailVerified', provider: id }),
        afterVerifyFailure,
      )
      if (next.at === 'emailVerified') setProvider({ id: next.provider, name: await providerName(next.provider) })
      return setStep(next)
    }
    const { provider: id } = returned
    if (id !== undefined) providerName(id).then((name) => setProvider({ id, name }))
    if (returned.kind === 'code') return receive(returned)
    if (id === undefined) return onDone('/')
    setStep({ at: 'failed', why: returned.kind === 'refusal' ? 'declined' : 'again' })
  }

  // Talks to the server once, with what the provider's redirect brought: the code is good once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a return, whatever is drawn again
  useEffect(() => {
    begin(takeProviderReturn() ?? { kind: 'again', provider: undefined })
  }, [])

  /** Links an existing user by their password. */
  async function link(given: Identity, username: string, password: string) {
    if (!provider) return
    setBusy(true)
    const body = { provider: provider.id, refreshToken: given.ticket, username, password }
    try {
      const answer = await ask(linkIdentity, { anonymous: true, body })
      if (answer.result === 'SUCCESS') {
        beginSession(answer)
        reportSignIn('linked', 'federation')
      }
      setStep({ at: 'linkingToExistingUserSuccess' })
    } catch (error) {
      const next = afterLinkFailure(error, { identity: given, username })
      const challenge = challengeIn(error, username)
      if (challenge) holdChallenge({ ...challenge, nextUrl: departure?.nextUrl })
      if (next.at === 'leaving' && challenge) onDone(challengeAddress({ ...challenge, nextUrl: undefined }))
      else if (next.at === 'leaving') onDone(`/invalid-existing-password?${new URLSearchParams({ email: username })}`)
      else setStep(next)
    }
    setBusy(false)
  }

  return {
    step,
    provider,
    departure,
    isBusy,
    setStep,
    link,
    confirmLink: () => code && linkOwn(code),
    create: async (given: Identity, username: string) => {
      if (!provider) return
      setBusy(true)
      await create(given, username, provider.id, false)
      setBusy(false)
    },
    /** The account that is now linked is signed in: on to where the person wanted to go. */
    goOn: () => {
      forgetDeparture()
      onDone(departure?.intent === 'link' ? (departure.nextUrl ?? '/') : afterSignIn({}, departure?.nextUrl))
    },
  }
}

/** How this browser is signed in already; somebody whom the server does not answer about is nobody. */
async function signedInBy(): Promise<SignedInBy> {
  const session = await restoreSession().catch(() => undefined)
  if (session?.at !== 'signed-in') return 'nobody'
  const user = await ask(readCurrentUser).catch(() => undefined)
  return user?.method ?? 'nobody'
}
