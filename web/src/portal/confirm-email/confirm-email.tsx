import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import { confirmEmailChange } from '@lintel/contract/people/email-change'
import { callApi } from '../../api/call-api'
import { useIsLeft } from '../../api/form/use-is-left'
import { problemText } from '../../api/problem-text'
import { isRefused } from '../../api/refused'
import { RequestId } from '../../api/request-id'
import { useSave } from '../../api/use-save'
import { AuthActions, AuthScreen } from '../../shell/auth-screen'
import { Button, buttonClass } from '../../ui/button'
import { Notice } from '../../ui/notice'

interface ConfirmEmailProps {
  /** The code of the mailed link; undefined without one, and once a reload or a sign-in has lost it. */
  code: string | undefined
  /** The address to be confirmed, from the user's profile. */
  pendingEmail: string | null
  /** Whether the address is already confirmed; checked because the response of an earlier attempt may have been lost. */
  isConfirmed(): Promise<boolean>
  /** The code is not accepted and would not be later. */
  onRefused(): void
  onConfirmed(): void
}

/** Confirms a new email address. Opening the link changes nothing, only the button does (security F5). */
export function ConfirmEmail({ code, pendingEmail, isConfirmed, onRefused, onConfirmed }: ConfirmEmailProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const isLeft = useIsLeft()
  const confirm = useSave({
    work: (submittedCode: string) =>
      callApi(confirmEmailChange, { body: { code: submittedCode } }).catch(async (error: unknown) => {
        if (await isConfirmed().catch(() => false)) return
        if (isRefused(error)) onRefused()
        throw error
      }),
    handlesError: () => !isLeft(),
    onSaved: onConfirmed,
  })
  return (
    <AuthScreen title={t`Confirm your new email`} focusesHeading>
      {pendingEmail === null && (
        <p>
          <Trans>
            There is no email change to confirm. The link was used already, is too old, or belongs to another account.
            You can ask for a new one under “Email”.
          </Trans>
        </p>
      )}
      {pendingEmail !== null && code === undefined && (
        <p>
          <Trans>Open the link in the email once more.</Trans>
        </p>
      )}
      {pendingEmail !== null && code !== undefined && (
        <p>
          <Trans>
            Confirm to sign in as <b>{pendingEmail}</b> from now on. Our mails will go there too.
          </Trans>
        </p>
      )}
      {confirm.error && (
        <Notice kind="problem" title={<Trans>The email was not changed</Trans>}>
          <p>{i18n._(problemText(confirm.error))}</p>
          <RequestId error={confirm.error} />
        </Notice>
      )}
      <AuthActions>
        {pendingEmail !== null && code !== undefined && (
          <Button kind="primary" wide busy={confirm.isPending} onClick={() => confirm.mutate(code)}>
            <Trans>Use this email</Trans>
          </Button>
        )}
        <a href="/account-email" className={buttonClass({ wide: true })}>
          <Trans>To your account</Trans>
        </a>
      </AuthActions>
    </AuthScreen>
  )
}
