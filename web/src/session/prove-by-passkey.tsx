import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { stepUp } from '@lintel/contract/identity/step-up'
import { useMutation, useQuery } from '@tanstack/react-query'
import { askWithAccessToken } from '../api/ask'
import { problemText } from '../api/problem-text'
import { Button } from '../ui/button'
import { Notice } from '../ui/notice'
import { myPasskeys } from './my-passkeys'
import { usesPasskeys } from './passkey-browser'
import { beginSession } from './session'
import { isDeclined, signByPasskey } from './use-passkey'

/** Proves by a passkey who is there, where the person has one and the browser uses them. */
export function ProveByPasskey({ onProved }: { onProved(): void }) {
  const { i18n } = useLingui()
  const { data: own } = useQuery({ ...myPasskeys, enabled: usesPasskeys() })
  const prove = useMutation({
    mutationFn: async () => askWithAccessToken(stepUp, { passkey: await signByPasskey() }),
    onSuccess(tokens) {
      beginSession(tokens)
      onProved()
    },
  })
  if (!own || own.passkeys.length === 0) return null
  return (
    <>
      {prove.error && !isDeclined(prove.error) && <Notice kind="problem" title={i18n._(problemText(prove.error))} />}
      <Button wide busy={prove.isPending} onClick={() => prove.mutate()}>
        <Trans>Use a passkey</Trans>
      </Button>
    </>
  )
}
