import { Trans, useLingui } from '@lingui/react/macro'
import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { promptsBeforeUnload } from '../../api/unload'
import { StepScreen } from '../../shell/account-step'
import { Confirm } from '../../ui/confirm'
import { RecoveryCodes } from './recovery-codes'

interface ShowRecoveryCodesProps {
  codes: readonly string[]
  email: string
  /** The codes were created in a required setup, before anything else is allowed. */
  isAlone: boolean
  onStored(): void
}

/** Shows the recovery codes, the only time; leaving without having stored them needs confirmation. */
export function ShowRecoveryCodes({ codes, email, isAlone, onStored }: ShowRecoveryCodesProps) {
  const { t } = useLingui()
  const [isStored, setStored] = useState(false)
  const blocker = useBlocker({
    shouldBlockFn: () => !isStored,
    enableBeforeUnload: () => !isStored && promptsBeforeUnload(),
    withResolver: true,
  })
  return (
    <StepScreen isAlone={isAlone} title={t`Keep your recovery codes`} focusesHeading>
      <RecoveryCodes
        codes={codes}
        email={email}
        onStored={() => {
          setStored(true)
          onStored()
        }}
      />
      {blocker.status === 'blocked' && (
        <Confirm
          title={t`Leave without the recovery codes?`}
          action={<Trans>Leave</Trans>}
          onConfirm={blocker.proceed}
          onCancel={blocker.reset}
        >
          <Trans>They cannot be shown again. You can make new ones later.</Trans>
        </Confirm>
      )}
    </StepScreen>
  )
}
