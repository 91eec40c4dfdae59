import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import styles from './grid.module.css'
import { RowsError } from './rows-error'

interface GridStateProps {
  state: 'ready' | 'loading' | { error: ReactNode }
  isEmpty: boolean
  empty: ReactNode
  headHeight: number
}

/** Shown in a grid without rows: placeholders while loading, the error, or the empty state. */
export function GridState({ state, isEmpty, empty, headHeight }: GridStateProps) {
  const { t } = useLingui()
  if (!isEmpty) return null
  return (
    <div className={styles.state} style={{ top: headHeight }}>
      {state === 'loading' ? (
        <div role="status" aria-label={t`Loading`}>
          <span className="said-only">{t`Loading`}</span>
          {Array.from({ length: 12 }, (_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows without content have no identity but their place
            <div key={row} className={styles.skeleton} aria-hidden>
              <span />
              <span />
              <span />
              <span />
            </div>
          ))}
        </div>
      ) : typeof state === 'object' ? (
        <RowsError>{state.error}</RowsError>
      ) : (
        empty
      )}
    </div>
  )
}
