import { Trans, useLingui } from '@lingui/react/macro'
import { enableMfa, oneTimeCode } from '@lintel/contract/identity/mfa'
import { schemaResolver, useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { callApiWithAccessToken } from '../../api/call-api'
import { failedWith } from '../../api/failure'
import { useIsLeft } from '../../api/form/use-is-left'
import { ProblemNotice } from '../../api/problem-notice'
import { useSave } from '../../api/use-save'
import { StepActions, StepScreen } from '../../shell/account-step'
import { EndOtherSessionsCheckbox } from '../../shell/end-other-sessions-checkbox'
import { Button } from '../../ui/button'
import { CodeField } from '../../ui/code-field'
import { CopyButton } from '../../ui/copy-button'
import { focusFirstInvalid } from '../../ui/focus-first-invalid'
import { QrCode } from '../../ui/qr-code'
import { showToast } from '../../ui/toast'
import { refetchSecondFactor } from './refetch-second-factor'
import styles from './second-factor.module.css'
import { ShowRecoveryCodes } from './show-recovery-codes'

interface MfaSetupProps {
  email: string
  qrCodeValue: string
  secretCode: string
  /** The account must have a second factor before anything else. */
  isRequired: boolean
  /** Moves to another phone: the current one stays valid until the new one is verified. */
  replaces: boolean
  onDone(): void
  onCancel(): void
}

const fields = z.object({ code: oneTimeCode, endOtherSessions: z.boolean() })

/** Sets up a second factor: scan the QR code, verify a code, store the recovery codes. */
export function MfaSetup({ email, qrCodeValue, secretCode, isRequired, replaces, onDone, onCancel }: MfaSetupProps) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const isLeft = useIsLeft()
  const [newCodes, setNewCodes] = useState<readonly string[]>([])
  const enable = useSave({
    work: (values: z.input<typeof fields>) => callApiWithAccessToken(enableMfa, values),
    handlesError: () => !isLeft(),
    onSaved({ recoveryCodes }) {
      const hasNewCodes = recoveryCodes.length > 0
      if (!hasNewCodes) showToast({ kind: 'done', text: t`Your new phone is set up. The old one no longer counts.` })
      if (!isLeft()) {
        if (hasNewCodes) setNewCodes(recoveryCodes)
        else onDone()
        return
      }
      if (hasNewCodes)
        showToast({
          kind: 'problem',
          text: t`Two-step verification is on, but you left before the recovery codes were shown. Create new ones on its page.`,
        })
      refetchSecondFactor(queries)
    },
  })
  const form = useForm({
    initialValues: { code: '', endOtherSessions: false },
    validate: schemaResolver(fields, { sync: true }),
    onValuesChange: () => enable.reset(),
  })
  const submit = form.onSubmit(
    ({ code, endOtherSessions }) => enable.mutate({ code: code.replaceAll(/\s/g, ''), endOtherSessions }),
    focusFirstInvalid,
  )

  if (newCodes.length > 0)
    return <ShowRecoveryCodes codes={newCodes} email={email} isAlone={isRequired} onStored={onDone} />
  const isCodeWrong = failedWith(enable.error, 'invalidCode')
  const formatError = form.errors.code && t`Enter the six digits that the app shows.`
  return (
    <StepScreen isAlone={isRequired} title={replaces ? t`Move to a new phone` : t`Set up two-step verification`}>
      <p>
        {replaces && (
          <Trans>Your old phone keeps working until the new one is confirmed here. Your recovery codes stay.</Trans>
        )}
        {!replaces && isRequired && (
          <Trans>
            Your account needs two-step verification. It takes a minute, and an authenticator app on your phone.
          </Trans>
        )}
        {!replaces && !isRequired && (
          <Trans>From then on, signing in takes your password and a code of an app on your phone.</Trans>
        )}
      </p>
      <form onSubmit={submit} noValidate>
        <ol className={styles.steps}>
          <li className={styles.step}>
            <p>
              <Trans>Open your authenticator app and scan this code.</Trans>
            </p>
            <QrCode text={qrCodeValue} label={t`QR code for your authenticator app`} />
            <p className={styles.manualEntry}>
              <Trans>
                Cannot scan it? Type in this key: <b className={styles.key}>{groupByFour(secretCode)}</b>
              </Trans>
            </p>
            <div className={styles.tools}>
              <CopyButton text={email}>
                <Trans>Copy username</Trans>
              </CopyButton>
              <CopyButton text={secretCode}>
                <Trans>Copy service key</Trans>
              </CopyButton>
            </div>
          </li>
          <li className={styles.step}>
            <p>
              <Trans>Enter the code that the app shows now.</Trans>
            </p>
            {enable.error && !isCodeWrong && <ProblemNotice error={enable.error} />}
            <CodeField
              {...form.getInputProps('code')}
              name="code"
              label={<Trans>Verification code</Trans>}
              error={isCodeWrong ? t`This code is not valid. Wait for the next one and enter that.` : formatError}
              autoFocus
            />
            {replaces && <EndOtherSessionsCheckbox {...form.getInputProps('endOtherSessions', { type: 'checkbox' })} />}
          </li>
        </ol>
        <StepActions isAlone={isRequired}>
          <Button type="submit" kind="primary" wide={isRequired} busy={enable.isPending}>
            {replaces ? <Trans>Confirm</Trans> : <Trans>Switch on</Trans>}
          </Button>
          <Button kind={isRequired ? 'quiet' : 'plain'} wide={isRequired} onClick={onCancel}>
            {isRequired ? <Trans>Sign out</Trans> : <Trans>Cancel</Trans>}
          </Button>
        </StepActions>
      </form>
    </StepScreen>
  )
}

/** In groups of four, which are easier to read and type. */
const groupByFour = (key: string) => key.replaceAll(/.{4}(?=.)/g, '$& ')
