import { Trans } from '@lingui/react/macro'
import type { Region } from '@lintel/contract/settings/regions'
import { ProblemNotice } from '../../api/problem-notice'
import styles from './invalid-grant.module.css'

interface InvalidGrantProps {
  error: unknown
  resetAddress: string
  offersReset: boolean
  /** The other regions; empty if there is only one. */
  regions: readonly Region[]
  onSwitchRegion(region: Region): void
}

/** The sign-in was rejected: the possible causes, each with its remedy. */
export const InvalidGrant = ({ error, resetAddress, offersReset, regions, onSwitchRegion }: InvalidGrantProps) => (
  <ProblemNotice error={error} title={<Trans>Hi, we were not able to sign you in</Trans>}>
    <ul>
      <li>
        <Trans>Check that this email address is registered.</Trans>
      </li>
      <li>
        {offersReset ? (
          <Trans>
            Check your password, or <a href={resetAddress}>reset it</a>.
          </Trans>
        ) : (
          <Trans>Check your password. Capital letters matter.</Trans>
        )}
      </li>
      {regions.length > 0 && (
        <li>
          <Trans>Check that you are in the right region.</Trans>{' '}
          {regions.map((region) => (
            <button
              key={region.subdomain}
              type="button"
              className={styles.region}
              onClick={() => onSwitchRegion(region)}
            >
              <Trans>Switch to {region.title}</Trans>
            </button>
          ))}
        </li>
      )}
    </ul>
  </ProblemNotice>
)
