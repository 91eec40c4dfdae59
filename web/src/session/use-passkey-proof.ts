import { stepUp } from '@lintel/contract/identity/step-up'
import { useMutation } from '@tanstack/react-query'
import { askWithAccessToken } from '../api/ask'
import { beginSession } from './session'
import { isDeclined, signByPasskey } from './use-passkey'

/** Lets the device prove by a passkey who is there; the session then has the proof, and `onProved` goes on. */
export function usePasskeyProof(onProved: () => void) {
  const prove = useMutation({
    mutationFn: async () => askWithAccessToken(stepUp, { passkey: await signByPasskey() }),
    onSuccess(tokens) {
      beginSession(tokens)
      onProved()
    },
  })
  return {
    ask: () => prove.mutate(),
    isPending: prove.isPending,
    /** Why it did not work; whoever would rather not is told nothing. */
    failure: isDeclined(prove.error) ? null : prove.error,
  }
}
