import { useLingui } from '@lingui/react/macro'
import { urls } from '@lintel/contract/settings/urls'
import { useQuery } from '@tanstack/react-query'
import { one } from '../api/resource'
import { Icon } from '../ui/icon'
import styles from './help-link.module.css'

/** Link to the operator's help pages, if configured. On iOS only: elsewhere projects have their own (chapter 2). */
export function HelpLink() {
  const { t } = useLingui()
  const help = useQuery(one(urls, 'HELP'))
  return (
    help.isSuccess && (
      <a
        href={help.data.record.url}
        target="_blank"
        rel="noreferrer"
        className={styles.help}
        aria-label={t`Help`}
        title={t`Help`}
      >
        <Icon name="question" />
      </a>
    )
  )
}
