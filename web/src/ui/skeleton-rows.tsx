import { useLingui } from '@lingui/react/macro'
import styles from './skeleton-rows.module.css'

/** Placeholder rows while data is loading; announced as “Loading”. */
export function SkeletonRows({ rows = 6 }: { rows?: number }) {
  const { t } = useLingui()
  return (
    <div role="status" aria-label={t`Loading`}>
      <span className="said-only">{t`Loading`}</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows without content have no identity but their place
        <div key={row} className={styles.row} aria-hidden>
          <span className={styles.title} />
          <span className={styles.detail} />
        </div>
      ))}
    </div>
  )
}
