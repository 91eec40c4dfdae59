import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { requestEmailProof } from '@lintel/contract/identity/email-proof'
import { callApi } from '../../api/call-api'
import { useIsLeft } from '../../api/form/use-is-left'
import { problemText } from '../../api/problem-text'
import { RequestId } from '../../api/request-id'
import { useSave } from '../../api/use-save'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { takeLostFocus } from '../../ui/take-lost-focus'

/** Shown while the user's email is not verified: invitations to it are withheld until then, and a mail can be requested here. */
export function ConfirmEmailNotice({ email }: { email: string }) {
  const { i18n } = useLingui()
  const isLeft = useIsLeft()
  const send = useSave<void, unknown>({ work: () => callApi(requestEmailProof, {}), handlesError: () => !isLeft() })
  if (send.isSuccess) {
    return (
      <div role="status" ref={takeLostFocus} tabIndex={-1}>
        <Notice title={<Trans>Check your mailbox</Trans>}>
          <p>
            <Trans>
              We have sent an email to <b>{email}</b>. Open the link in it and choose a new password; you can close this
              page.
            </Trans>
          </p>
        </Notice>
      </div>
    )
  }
  return (
    <Notice title={<Trans>Confirm your email to see other invitations</Trans>}>
      <p>
        <Trans>
          You see the projects of the company that invited you. What others share with <b>{email}</b> appears once you
          have confirmed that this mailbox is yours.
        </Trans>
      </p>
      {send.error && (
        <div role="alert">
          <p>{i18n._(problemText(send.error))}</p>
          <RequestId error={send.error} />
        </div>
      )}
      <p>
        <Button size="small" busy={send.isPending} onClick={() => send.mutate()}>
          <Trans>Send confirmation email</Trans>
        </Button>
      </p>
    </Notice>
  )
}
