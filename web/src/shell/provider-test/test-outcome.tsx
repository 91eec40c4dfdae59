import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import type { ProviderTestResult, ProviderTrouble } from '@lintel/contract/identity/provider-tests'
import { CopyField } from '../../ui/copy-field'
import { Notice } from '../../ui/notice'
import styles from './test-outcome.module.css'
import { findingTexts, outcomeTexts, refusalTexts, troubleTexts } from './test-texts'

/** Result of a test sign-in: an error with help, or the person with what a sign-in would do. */
export function TestOutcome({ result }: { result: ProviderTestResult }) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const { trouble, person, signIn } = result
  if (trouble) return <EndpointFault trouble={trouble} />
  if (!person) return null
  const { email, isEmailVerified, isAllowed, findings, claims } = person
  return (
    <div className={styles.outcome}>
      <Notice
        kind={isAllowed ? 'plain' : 'problem'}
        title={isAllowed ? t`Allowed: the provider answered as it should` : t`Refused: this address is not accepted`}
      >
        {signIn && (
          <p>
            {i18n._(outcomeTexts[signIn.outcome])} {signIn.refusal && i18n._(refusalTexts[signIn.refusal])}
          </p>
        )}
        <p>
          <Trans>Nobody was signed in and nothing was changed.</Trans>
        </p>
      </Notice>
      <dl className={styles.facts}>
        <dt>
          <Trans>Email</Trans>
        </dt>
        <dd>{email ?? <Trans>none</Trans>}</dd>
        <dt>
          <Trans>Verified</Trans>
        </dt>
        <dd>{isEmailVerified ? <Trans>yes</Trans> : <Trans>no</Trans>}</dd>
        {signIn?.account && (
          <>
            <dt>
              <Trans>Account</Trans>
            </dt>
            <dd>{signIn.account}</dd>
          </>
        )}
      </dl>
      {findings.length > 0 && (
        <ul className={styles.findings}>
          {findings.map((finding) => (
            <li key={finding}>{i18n._(findingTexts[finding])}</li>
          ))}
        </ul>
      )}
      <h2 className={styles.heading}>
        <Trans>Claims received</Trans>
      </h2>
      <dl className={styles.facts}>
        {Object.entries(claims).map(([name, value]) => (
          <div key={name} className={styles.claim}>
            <dt>{name}</dt>
            <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function EndpointFault({ trouble: { kind, asked, value, said } }: { trouble: ProviderTrouble }) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const { title, help } = troubleTexts[kind]
  return (
    <div className={styles.outcome}>
      <Notice kind="problem" title={i18n._(title)}>
        <p>{i18n._(help)}</p>
        {asked && <p className={styles.said}>{asked}</p>}
        {said && <p className={styles.said}>{said}</p>}
      </Notice>
      {value && <CopyField label={t`Value to copy`} value={value} />}
    </div>
  )
}
