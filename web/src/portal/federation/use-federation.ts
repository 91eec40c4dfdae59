import { afterSignIn } from '@lintel/contract/identity/after-sign-in'
import { useEffect, useState } from 'react'
import { clearPendingLogin, pendingLoginFor } from '../../session/external-login'
import { type ProviderReturn, takeProviderReturn } from '../../session/provider-return'
import {
  continueAfterReload,
  createAccount,
  linkCurrentUser,
  linkExistingUser,
  type ProviderCode,
  redeemCode,
  verifyEmail,
} from './federation-calls'
import type { FederationStep, Identity } from './federation-step'
import { providerName } from './provider-name'

/** The state of the callback screen and the calls of each step. */
export function useFederation(onDone: (address: string) => void) {
  const [step, setStep] = useState<FederationStep>({ at: 'returning' })
  const [provider, setProvider] = useState<{ id: string; name: string }>()
  const [isBusy, setBusy] = useState(false)
  const [code, setCode] = useState<ProviderCode>()

  function goTo(next: FederationStep) {
    if (next.at === 'leaving') onDone(next.address)
    else setStep(next)
  }

  /** Runs the call of a step and shows its result. */
  async function run(call: Promise<FederationStep>) {
    setBusy(true)
    goTo(await call)
    setBusy(false)
  }

  async function loadProviderName(id: string) {
    // The calls need the id before the name is known.
    setProvider({ id, name: id })
    setProvider({ id, name: await providerName(id) })
  }

  async function handleReturn(returned: Exclude<ProviderReturn, { kind: 'test' }>) {
    if (returned.kind === 'verification') {
      const next = await verifyEmail(returned.code)
      if (next.at === 'emailVerified') await loadProviderName(next.provider)
      return goTo(next)
    }
    const { provider: id } = returned
    // A refusal without a state is shown without the name of its provider.
    if (id !== undefined) loadProviderName(id)
    if (returned.kind === 'refusal') return goTo({ at: 'failed', reason: 'declined' })
    if (returned.kind === 'again') return id === undefined ? onDone('/') : goTo(await continueAfterReload(id))
    setCode(returned)
    goTo(await redeemCode(returned))
  }

  // Redeems the provider's redirect once: the code is valid once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per redirect, independent of rendering
  useEffect(() => {
    handleReturn(takeProviderReturn() ?? { kind: 'again', provider: undefined })
  }, [])

  const id = provider?.id ?? ''
  const nextUrl = pendingLoginFor(id)?.nextUrl
  return {
    step,
    provider,
    /** The address that the user requested. */
    nextUrl,
    isBusy,
    goTo,
    confirmLink: () => code && run(linkCurrentUser(code)),
    link: (identity: Identity, username: string, password: string) =>
      run(linkExistingUser(identity, { provider: id, username, password })),
    create: (identity: Identity, username: string) =>
      run(createAccount(identity, { provider: id, username, isAutomatic: false })),
    /** The linked account is signed in: continues to the address that the user requested. */
    continueSignIn: () => {
      clearPendingLogin()
      onDone(afterSignIn({}, nextUrl))
    },
  }
}
