import { Trans } from '@lingui/react/macro'
import type { Region } from '@lintel/contract/settings/regions'
import { Notice } from '../../ui/notice'
import styles from './invalid-grant.module.css'
import { resetAddress } from './reset-address'

interface InvalidGrantProps {
  email: string
  offersReset: boolean
  regions: readonly Region[]
  onSwitchRegion(region: Region): void
}

/** The sign-in was refused: each thing that may be wrong, with the way to put it right. */
export const InvalidGrant = ({ email, offersReset, regions, onSwitchRegion }: InvalidGrantProps) => (
  <Notice kind="problem" title={<Trans>Hi, we were not able to sign you in</Trans>}>
    <ul>
      <li>
        <Trans>Check that this email address is registered.</Trans>
      </li>
      <li>
        {offersReset ? (
          <Trans>
            Check your password, or <a href={resetAddress(email)}>reset it</a>.
          </Trans>
        ) : (
          <Trans>Check your password. Capital letters matter.</Trans>
        )}
      </li>
      <li>
        <Trans>Check that you are in the right region.</Trans>{' '}
        {regions.map((region) => (
          <button key={region.subdomain} type="button" className={styles.region} onClick={() => onSwitchRegion(region)}>
            <Trans>Switch to {region.title}</Trans>
          </button>
        ))}
      </li>
    </ul>
  </Notice>
)
