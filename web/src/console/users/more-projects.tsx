import { Trans, useLingui } from '@lingui/react/macro'
import { mostListed } from './listed-projects'
import styles from './users-dialog.module.css'

/** Tells how many projects there are beyond the listed ones. */
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
