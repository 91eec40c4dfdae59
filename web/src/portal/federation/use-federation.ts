import { afterSignIn } from '@lintel/contract/identity/after-sign-in'
import { useEffect, useState } from 'react'
import { departureFor, forgetDeparture } from '../../session/external-login'
import { type ProviderReturn, takeProviderReturn } from '../../session/provider-return'
import { linkExisting, linkOwn, makeAccount, type ProviderCode, redeem, verify } from './federation-calls'
import type { FederationStep, Identity } from './federation-step'
import { providerName } from './provider-name'

/** The callback screen at work: where the person stands, and what each step's calls lead to. */
export function useFederation(onDone: (address: string) => void) {
  const [step, setStep] = useState<FederationStep>({ at: 'returning' })
  const [provider, setProvider] = useState<{ id: string; name: string }>()
  const [isBusy, setBusy] = useState(false)
  const [code, setCode] = useState<ProviderCode>()

  function show(next: FederationStep) {
    if (next.at === 'leaving') onDone(next.address)
    else setStep(next)
  }

  /** Makes the call of a step, and shows what it led to. */
  async function take(call: Promise<FederationStep>) {
    setBusy(true)
    show(await call)
    setBusy(false)
  }

  const nameProvider = async (id: string) => setProvider({ id, name: await providerName(id) })

  async function begin(returned: Exclude<ProviderReturn, { kind: 'test' }>) {
    if (returned.kind === 'verification') {
      const next = await verify(returned.code)
      if (next.at === 'emailVerified') await nameProvider(next.provider)
      return show(next)
    }
    const { provider: id } = returned
    if (id === undefined) return onDone('/')
    nameProvider(id)
    if (returned.kind !== 'code') return show({ at: 'failed', why: returned.kind === 'refusal' ? 'declined' : 'again' })
    setCode(returned)
    show(await redeem(returned))
  }

  // Talks to the server once, with what the provider's redirect brought: the code is good once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a return, whatever is drawn again
  useEffect(() => {
    begin(takeProviderReturn() ?? { kind: 'again', provider: undefined })
  }, [])

  const id = provider?.id ?? ''
  return {
    step,
    provider,
    isBusy,
    show,
    confirmLink: () => code && take(linkOwn(code)),
    link: (identity: Identity, username: string, password: string) =>
      take(linkExisting(identity, { provider: id, username, password })),
    create: (identity: Identity, username: string) =>
      take(makeAccount(identity, { provider: id, username, isAutomatic: false })),
    /** The account that is now linked is signed in: on to where the person wanted to go. */
    goOn: () => {
      const departure = departureFor(id)
      forgetDeparture()
      onDone(afterSignIn({}, departure?.nextUrl))
    },
  }
}
