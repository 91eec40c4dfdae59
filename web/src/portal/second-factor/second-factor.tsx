import { useLingui } from '@lingui/react'
import { Plural, Trans, useLingui as useMacro } from '@lingui/react/macro'
import { fewRecoveryCodes, type mfaStatus, renewRecoveryCodes } from '@lintel/contract/identity/mfa'
import type { CallAnswer } from '@lintel/contract/jsonapi/call'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { askWithAccessToken } from '../../api/ask'
import { problemText } from '../../api/problem-text'
import { showProblem } from '../../api/show-problem'
import { AccountActs, AccountColumn, AccountPart } from '../../shell/account-part'
import { Button, buttonClass } from '../../ui/button'
import { Confirm } from '../../ui/confirm'
import { Notice } from '../../ui/notice'
import { ShowRecoveryCodes } from './show-recovery-codes'

interface SecondFactorProps {
  email: string
  /** Somebody else vouches for the person, who has their second factor there. */
  isFederated: boolean
  status: CallAnswer<typeof mfaStatus>
  /** The recovery codes are others now. */
  onRenewed(): void
}

/** How the second factor stands: on or off, how many recovery codes are left, and what can be done about it. */
export function SecondFactor({ email, isFederated, status, onRenewed }: SecondFactorProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const [isAsking, setAsking] = useState(false)
  const [isRenewed, setRenewed] = useState(false)
  const renew = useMutation({
    mutationFn: () => askWithAccessToken(renewRecoveryCodes, {}),
    onSettled: () => setAsking(false),
    onError: (error) => showProblem(error, i18n._(problemText(error))),
  })

  if (renew.data) {
    return (
      <ShowRecoveryCodes
        codes={renew.data.recoveryCodes}
        email={email}
        isAlone={false}
        onKept={() => {
          renew.reset()
          setRenewed(true)
          onRenewed()
        }}
      />
    )
  }
  if (status.status === 'disabled') return <SwitchedOff isAvailable={status.available} isFederated={isFederated} />
  const left = status.recoveryCodesLeft
  return (
    <AccountPart title={<Trans>Two-step verification</Trans>} focusesHeading={isRenewed}>
      <AccountColumn>
        <Notice title={<Trans>It is on</Trans>}>
          <p>
            <Trans>Signing in takes your password and a code of your authenticator app.</Trans>
          </p>
        </Notice>
        <Notice
          kind={left <= fewRecoveryCodes ? 'problem' : 'plain'}
          title={
            <Plural value={left} _0="No recovery codes left" one="# recovery code left" other="# recovery codes left" />
          }
        >
          <p>
            {left <= fewRecoveryCodes ? (
              <Trans>Create new ones now: without your app and without a code you cannot sign in.</Trans>
            ) : (
              <Trans>Each of them lets you sign in once without your app.</Trans>
            )}
          </p>
        </Notice>
        <AccountActs>
          <Button onClick={() => setAsking(true)}>
            <Trans>Create new recovery codes</Trans>
          </Button>
          <Link to="/mfa-setup" search={{ replaces: true }} className={buttonClass()}>
            <Trans>Move to a new phone</Trans>
          </Link>
          <Link to="/mfa-remove" className={buttonClass()}>
            <Trans>Remove two-step verification</Trans>
          </Link>
        </AccountActs>
        {isAsking && (
          <Confirm
            title={t`Create new recovery codes?`}
            action={<Trans>Create new codes</Trans>}
            busy={renew.isPending}
            onConfirm={() => renew.mutate()}
            onCancel={() => setAsking(false)}
          >
            <Trans>The codes you have now stop working.</Trans>
          </Confirm>
        )}
      </AccountColumn>
    </AccountPart>
  )
}

function SwitchedOff({ isAvailable, isFederated }: { isAvailable: boolean; isFederated: boolean }) {
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
          <AccountActs>
            <Link to="/mfa-setup" className={buttonClass({ kind: 'primary' })}>
              <Trans>Set up two-step verification</Trans>
            </Link>
          </AccountActs>
        )}
      </AccountColumn>
    </AccountPart>
  )
}
