import { Trans, useLingui } from '@lingui/react/macro'
import { disableMfa } from '@lintel/contract/identity/mfa'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { askWithAccessToken } from '../../api/ask'
import { failedWith } from '../../api/failure'
import { ProblemNotice } from '../../api/problem-notice'
import { AccountActs, AccountColumn, AccountPart } from '../../shell/account-part'
import { Button } from '../../ui/button'
import { Checkbox } from '../../ui/checkbox'
import { CodeField } from '../../ui/code-field'
import { toFirstWrong } from '../../ui/to-first-wrong'

interface MfaRemoveProps {
  email: string
  onDone(): void
  onCancel(): void
}

/** Removing the second factor: what that means, and a current code. */
export function MfaRemove({ email, onDone, onCancel }: MfaRemoveProps) {
  const { t } = useLingui()
  const disable = useMutation({
    mutationFn: (values: { code: string; endOtherSessions: boolean }) => askWithAccessToken(disableMfa, values),
  })
  const form = useForm({
    initialValues: { code: '', endOtherSessions: false },
    validate: { code: (code) => (code.trim() === '' ? 'required' : null) },
    onValuesChange: () => disable.reset(),
  })
  const submit = form.onSubmit(
    ({ code, endOtherSessions }) => disable.mutate({ code: code.trim(), endOtherSessions }, { onSuccess: onDone }),
    toFirstWrong,
  )
  const isCodeWrong = failedWith(disable.error, 'invalidCode')
  const empty = form.errors.code && t`Enter the code.`

  return (
    <AccountPart title={<Trans>Remove two-step verification?</Trans>}>
      <AccountColumn>
        <p>
          <Trans>
            The set-up for <b>{email}</b> and its recovery codes will be removed. Then your password alone lets you in.
          </Trans>
        </p>
        <form onSubmit={submit} noValidate>
          {disable.error && !isCodeWrong && <ProblemNotice error={disable.error} />}
          <CodeField
            {...form.getInputProps('code')}
            name="code"
            kind="mailed"
            label={<Trans>Verification code</Trans>}
            hint={<Trans>Of your authenticator app, or one of your recovery codes.</Trans>}
            error={isCodeWrong ? t`This code is not valid. Each code works once and only for a short time.` : empty}
            autoFocus
          />
          <Checkbox
            {...form.getInputProps('endOtherSessions', { type: 'checkbox' })}
            label={<Trans>Sign out everywhere else as well</Trans>}
          />
          <AccountActs>
            <Button type="submit" kind="danger" busy={disable.isPending}>
              <Trans>Remove</Trans>
            </Button>
            <Button onClick={onCancel}>
              <Trans>Cancel</Trans>
            </Button>
          </AccountActs>
        </form>
      </AccountColumn>
    </AccountPart>
  )
}
