import { Trans } from '@lingui/react/macro'
import { mostListed } from './listed-projects'
import styles from './users-dialog.module.css'

/** Says that there are more projects than those that are listed. */
export const MoreProjects = ({ count }: { count: number }) =>
  count > mostListed && (
    <p className={styles.more}>
      <Trans>
        The first {mostListed} of {count}. Search to find the others.
      </Trans>
    </p>
  )
