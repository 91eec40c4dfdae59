import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import type { ApiToken } from '@lintel/contract/identity/api-tokens'
import { useAccountLabel } from '../../shell/records/use-account-label'
import { RevocableRow } from '../../ui/credentials/revocable-row'
import { scopeLabels } from './scope-labels'
import styles from './security.module.css'

/** One token, with its API user and scopes. */
export function ApiTokenRow({ token, onRevoke }: { token: ApiToken; onRevoke(): void }) {
  const { i18n } = useLingui()
  const accountLabel = useAccountLabel()
  const { name, apiUser, isServiceAccount, scopes, createdBy, ...rest } = token
  const holder = accountLabel(apiUser)
  return (
    <RevocableRow
      {...rest}
      name={name || holder}
      maker={createdBy === null ? '–' : accountLabel(createdBy)}
      onRevoke={onRevoke}
    >
      <div className={styles.rights}>
        <span>{isServiceAccount ? <Trans>Service account {apiUser}</Trans> : holder}</span>
        <ul className={styles.scopes}>
          {scopes.map((scope) => (
            <li key={scope}>{i18n._(scopeLabels[scope])}</li>
          ))}
        </ul>
      </div>
    </RevocableRow>
  )
}
