import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type readMfaStatus, recoveryCodeWarningThreshold, renewRecoveryCodes } from '@lintel/contract/identity/mfa'
import type { CallAnswer } from '@lintel/contract/jsonapi/call'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { callApiWithAccessToken } from '../../api/call-api'
import { useIsLeft } from '../../api/form/use-is-left'
import { useSave } from '../../api/use-save'
import { AccountActions, AccountColumn, AccountPart } from '../../shell/account-part'
import { Button, buttonClass } from '../../ui/button'
import { Confirm } from '../../ui/confirm'
import { Notice } from '../../ui/notice'
import { showToast } from '../../ui/toast'
import { ShowRecoveryCodes } from './show-recovery-codes'

interface SecondFactorProps {
  email: string
  /** The user signs in with a provider and has the second factor there. */
  isFederated: boolean
  status: CallAnswer<typeof readMfaStatus>
  /** The recovery codes have been replaced. */
  onRenewed(): void
}

/** The status of the second factor: on or off, the number of unused recovery codes, and the available actions. */
export function SecondFactor({ email, isFederated, status, onRenewed }: SecondFactorProps) {
  const { t } = useLingui()
  const [isConfirming, setConfirming] = useState(false)
  const [isRenewed, setRenewed] = useState(false)
  const isLeft = useIsLeft()
  const renew = useSave({
    work: () => callApiWithAccessToken(renewRecoveryCodes, {}),
    onSaved() {
      if (!isLeft()) return
      showToast({
        kind: 'problem',
        text: t`New recovery codes were created, but you left before they were shown. Create them again.`,
      })
    },
  })

  if (renew.data) {
    return (
      <ShowRecoveryCodes
        codes={renew.data.recoveryCodes}
        email={email}
        isAlone={false}
        onStored={() => {
          renew.reset()
          setRenewed(true)
          onRenewed()
        }}
      />
    )
  }
  if (status.status === 'disabled')
    return <SecondFactorDisabled isAvailable={status.available} isFederated={isFederated} />
  const left = status.recoveryCodesLeft
  const isRunningOut = left <= recoveryCodeWarningThreshold
  return (
    <AccountPart title={<Trans>Two-step verification</Trans>} focusesHeading={isRenewed}>
      <AccountColumn>
        <Notice title={<Trans>It is on</Trans>}>
          <p>
            <Trans>Signing in takes your password and a code of your authenticator app.</Trans>
          </p>
        </Notice>
        <Notice
          kind={isRunningOut ? 'problem' : 'plain'}
          title={
            <Plural value={left} _0="No recovery codes left" one="# recovery code left" other="# recovery codes left" />
          }
        >
          <p>
            {isRunningOut && status.available ? (
              <Trans>Create new ones now: without your app and without a code you cannot sign in.</Trans>
            ) : left > 0 ? (
              <Trans>Each of them lets you sign in once without your app.</Trans>
            ) : (
              <Trans>Without your app you cannot sign in.</Trans>
            )}
          </p>
        </Notice>
        <AccountActions>
          {status.available && (
            <>
              <Button onClick={() => setConfirming(true)}>
                <Trans>Create new recovery codes</Trans>
              </Button>
              <Link to="/mfa-setup" search={{ replaces: true }} className={buttonClass()}>
                <Trans>Move to a new phone</Trans>
              </Link>
            </>
          )}
          <Link to="/mfa-remove" className={buttonClass()}>
            <Trans>Remove two-step verification</Trans>
          </Link>
        </AccountActions>
        {isConfirming && (
          <Confirm
            title={t`Create new recovery codes?`}
            action={<Trans>Create new codes</Trans>}
            busy={renew.isPending}
            onConfirm={() => renew.mutate(undefined, { onSettled: () => setConfirming(false) })}
            onCancel={() => setConfirming(false)}
          >
            <Trans>The codes you have now stop working.</Trans>
          </Confirm>
        )}
      </AccountColumn>
    </AccountPart>
  )
}

function SecondFactorDisabled({ isAvailable, isFederated }: { isAvailable: boolean; isFederated: boolean }) {
  return (
    <AccountPart title={<Trans>Two-step verification</Trans>}>
      <AccountColumn>
        <p>
          {isAvailable && (
            <Trans>It is off. When it is on, somebody who learns your password still cannot sign in as you.</Trans>
          )}
          {!isAvailable && !isFederated && <Trans>It is not offered here.</Trans>}
          {!isAvailable && isFederated && (
            <Trans>
              It is not available for the login method you used. Your identity provider can require a second step.
            </Trans>
          )}
        </p>
        {isAvailable && (
          <AccountActions>
            <Link to="/mfa-setup" className={buttonClass({ kind: 'primary' })}>
              <Trans>Set up two-step verification</Trans>
            </Link>
          </AccountActions>
        )}
      </AccountColumn>
    </AccountPart>
  )
}
