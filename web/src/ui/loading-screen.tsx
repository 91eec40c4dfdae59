import { Trans } from '@lingui/react/macro'
import styles from './loading-screen.module.css'
import { Mark } from './mark'
import { Spinner } from './spinner'

/** Placeholder while a whole screen is loading. */
export const LoadingScreen = () => (
  <div className={styles.screen} role="status">
    <Mark size={40} />
    <span className={styles.words}>
      <Spinner size={16} />
      <Trans>Loading</Trans>
    </span>
  </div>
)
