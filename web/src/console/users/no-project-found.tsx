import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button'
import styles from './users.module.css'

/** Message over the grid columns: no project matches. */
export const NoProjectFound = ({ query, onShowAll }: { query: string; onShowAll(): void }) => (
  <div className={styles.noProject} role="status">
    <span>
      <Trans>No project matches “{query}”</Trans>
    </span>
    <Button size="small" onClick={onShowAll}>
      <Trans>Show all projects</Trans>
    </Button>
  </div>
)
