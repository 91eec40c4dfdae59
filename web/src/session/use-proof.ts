import { stepUp } from '@lintel/contract/identity/step-up'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { callApiWithAccessToken } from '../api/call-api'
import { failedWith } from '../api/failure'
import { beginSession } from './session'

/** The name of the field in which a proof is typed. */
export const proofField = 'proof'

/** The proofs that are typed. */
export type ProofKind = 'password' | 'code'

/** The state of a form that asks for a fresh proof of identity (security G9). */
export interface Proof {
  /** Submits the field named {@link proofField}; an empty one gets the focus. */
  submit(event: FormEvent<HTMLFormElement>): void
  /** To be called on input: clears the previous error. */
  reset(): void
  isPending: boolean
  isEmpty: boolean
  /** The typed proof is wrong. */
  isWrong: boolean
  /** The failure, unless the typed proof is wrong. */
  failure: unknown
}

/** Submits a password or a code as a fresh proof; the session then has it, and `onProved` continues. */
export function useProof(by: ProofKind, onProved: () => void | Promise<void>): Proof {
  const [isEmpty, setEmpty] = useState(false)
  const prove = useMutation({
    mutationFn: (typed: string) =>
      callApiWithAccessToken(stepUp, by === 'code' ? { code: typed } : { password: typed }),
    async onSuccess(tokens) {
      beginSession(tokens)
      await onProved()
    },
  })
  const isWrong = failedWith(prove.error, by === 'code' ? 'invalidCode' : 'wrongPassword')
  return {
    submit(event) {
      event.preventDefault()
      const form = event.currentTarget
      const value = String(new FormData(form).get(proofField))
      const typed = by === 'code' ? value.trim() : value
      setEmpty(typed === '')
      if (typed === '') form.querySelector<HTMLInputElement>(`[name=${proofField}]`)?.focus()
      else prove.mutate(typed)
    },
    reset() {
      setEmpty(false)
      prove.reset()
    },
    isPending: prove.isPending,
    isEmpty,
    isWrong,
    failure: isWrong ? null : prove.error,
  }
}
