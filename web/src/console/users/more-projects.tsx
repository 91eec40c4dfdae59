import { Trans, useLingui } from '@lingui/react/macro'
import { mostListed } from './listed-projects'
import styles from './users-dialog.module.css'

/** Says that there are more projects than those that are listed. */
export function MoreProjects({ count: found }: { count: number }) {
  const { i18n } = useLingui()
  const count = i18n.number(found)
  if (found <= mostListed) return null
  return (
    <p className={styles.more}>
      <Trans>
        The first {mostListed} of {count}. Search to find the others.
      </Trans>
    </p>
  )
}
