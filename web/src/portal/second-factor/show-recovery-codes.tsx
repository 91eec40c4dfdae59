import { Trans, useLingui } from '@lingui/react/macro'
import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { asksBeforeUnload } from '../../api/unload'
import { StepScreen } from '../../shell/account-step'
import { Confirm } from '../../ui/confirm'
import { RecoveryCodes } from './recovery-codes'

interface ShowRecoveryCodesProps {
  codes: readonly string[]
  email: string
  /** They were made before anything else may be done. */
  isAlone: boolean
  onKept(): void
}

/** The one time that recovery codes are shown: leaving without having kept them is asked about. */
export function ShowRecoveryCodes({ codes, email, isAlone, onKept }: ShowRecoveryCodesProps) {
  const { t } = useLingui()
  const [isKept, setKept] = useState(false)
  const leaving = useBlocker({
    shouldBlockFn: () => !isKept,
    enableBeforeUnload: () => !isKept && asksBeforeUnload(),
    withResolver: true,
  })
  return (
    <StepScreen isAlone={isAlone} title={t`Keep your recovery codes`} focusesHeading>
      <RecoveryCodes
        codes={codes}
        email={email}
        onKept={() => {
          setKept(true)
          onKept()
        }}
      />
      {leaving.status === 'blocked' && (
        <Confirm
          title={t`Leave without the recovery codes?`}
          action={<Trans>Leave</Trans>}
          onConfirm={leaving.proceed}
          onCancel={leaving.reset}
        >
          <Trans>They cannot be shown again. You can make new ones later.</Trans>
        </Confirm>
      )}
    </StepScreen>
  )
}
