import { stepUp } from '@lintel/contract/identity/step-up'
import { useMutation } from '@tanstack/react-query'
import { callApiWithAccessToken } from '../api/call-api'
import { beginSession } from './session'
import { isDeclined, signWithPasskey } from './use-passkey'

/** Proves the identity by a passkey; the session then has the proof, and `onProved` continues. */
export function usePasskeyProof(onProved: () => void) {
  const prove = useMutation({
    mutationFn: async () => callApiWithAccessToken(stepUp, { passkey: await signWithPasskey() }),
    onSuccess(tokens) {
      beginSession(tokens)
      onProved()
    },
  })
  return {
    ask: () => prove.mutate(),
    isPending: prove.isPending,
    /** The failure; null when the person declined. */
    failure: isDeclined(prove.error) ? null : prove.error,
  }
}
