import { Trans, useLingui } from '@lingui/react/macro'
import { disableMfa } from '@lintel/contract/identity/mfa'
import { isStaff } from '@lintel/contract/people/permissions'
import { useForm } from '@mantine/form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { callApiWithAccessToken } from '../../api/call-api'
import { failedWith } from '../../api/failure'
import { useIsLeft } from '../../api/form/use-is-left'
import { ProblemNotice } from '../../api/problem-notice'
import { useSave } from '../../api/use-save'
import { actorOf, currentUser } from '../../session/current-user'
import { AccountActions, AccountColumn, AccountPart } from '../../shell/account-part'
import { EndOtherSessionsCheckbox } from '../../shell/end-other-sessions-checkbox'
import { Button } from '../../ui/button'
import { CodeField } from '../../ui/code-field'
import { focusFirstInvalid } from '../../ui/focus-first-invalid'
import { showToast } from '../../ui/toast'
import { refetchSecondFactor } from './refetch-second-factor'

interface MfaRemoveProps {
  email: string
  onDone(): void
  onCancel(): void
}

/** Removes the second factor: explains the consequences and requires a current code. */
export function MfaRemove({ email, onDone, onCancel }: MfaRemoveProps) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const { data: user } = useQuery(currentUser)
  const isLeft = useIsLeft()
  const disable = useSave({
    work: (values: { code: string; endOtherSessions: boolean }) =>
      callApiWithAccessToken(disableMfa, values).catch((error: unknown) => {
        // Removed already, as by a request whose response was lost.
        if (!failedWith(error, 'conflict')) throw error
      }),
    handlesError: () => !isLeft(),
    onSaved() {
      if (!isLeft()) {
        onDone()
        return
      }
      showToast({ kind: 'done', text: t`Two-step verification has been removed.` })
      refetchSecondFactor(queries)
    },
  })
  const form = useForm({
    initialValues: { code: '', endOtherSessions: false },
    validate: { code: (code) => (code.trim() === '' ? 'required' : null) },
    onValuesChange: () => disable.reset(),
  })
  const submit = form.onSubmit(
    ({ code, endOtherSessions }) => disable.mutate({ code: code.trim(), endOtherSessions }),
    focusFirstInvalid,
  )
  const isCodeWrong = failedWith(disable.error, 'invalidCode')
  const emptyError = form.errors.code && t`Enter the code.`

  return (
    <AccountPart title={<Trans>Remove two-step verification?</Trans>}>
      <AccountColumn>
        <p>
          {user && isStaff(actorOf(user)) ? (
            <Trans>
              The set-up for <b>{email}</b> and its recovery codes will be removed. Then you have to set it up anew
              before anything else opens.
            </Trans>
          ) : (
            <Trans>
              The set-up for <b>{email}</b> and its recovery codes will be removed. Then your password alone lets you
              in, except where two-step verification is required: that opens again once you have set it up anew.
            </Trans>
          )}
        </p>
        <form onSubmit={submit} noValidate>
          {disable.error && !isCodeWrong && <ProblemNotice error={disable.error} />}
          <CodeField
            {...form.getInputProps('code')}
            name="code"
            kind="mailed"
            label={<Trans>Verification code</Trans>}
            hint={<Trans>Of your authenticator app, or one of your recovery codes.</Trans>}
            error={
              isCodeWrong ? t`This code is not valid. Each code works once and only for a short time.` : emptyError
            }
            autoFocus
          />
          <EndOtherSessionsCheckbox {...form.getInputProps('endOtherSessions', { type: 'checkbox' })} />
          <AccountActions>
            <Button type="submit" kind="danger" busy={disable.isPending}>
              <Trans>Remove</Trans>
            </Button>
            <Button onClick={onCancel}>
              <Trans>Cancel</Trans>
            </Button>
          </AccountActions>
        </form>
      </AccountColumn>
    </AccountPart>
  )
}
