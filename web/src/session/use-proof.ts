import { stepUp } from '@lintel/contract/identity/step-up'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { askWithAccessToken } from '../api/ask'
import { failedWith } from '../api/failure'
import { beginSession } from './session'

/** The name of the field in which a proof is typed. */
export const proofField = 'proof'

/** By what somebody proves anew who they are. */
export type ProofKind = 'password' | 'code'

/** What a form needs by which somebody proves anew who they are (security G9). */
export interface Proof {
  /** Sends what is in the field named {@link proofField}; an empty one is focused. */
  submit(event: FormEvent<HTMLFormElement>): void
  /** To be called when something is typed: what went wrong before no longer matters. */
  reset(): void
  isPending: boolean
  isEmpty: boolean
  /** What was typed is wrong. */
  isWrong: boolean
  /** Why it did not work, where what was typed is not to blame. */
  failure: unknown
}

/** Gives a password or a code for a fresh proof; the session then has it, and `onProved` goes on. */
export function useProof(by: ProofKind, onProved: () => void | Promise<void>): Proof {
  const [isEmpty, setEmpty] = useState(false)
  const prove = useMutation({
    mutationFn: (typed: string) => askWithAccessToken(stepUp, by === 'code' ? { code: typed } : { password: typed }),
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
      const given = String(new FormData(form).get(proofField))
      const typed = by === 'code' ? given.trim() : given
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
