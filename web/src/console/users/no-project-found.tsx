import { Plural, Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button'
import styles from './users.module.css'

/** Message over the grid columns: no project matches. What was found is announced by the screen. */
export const NoProjectFound = ({ query, onShowAll }: { query: string; onShowAll(): void }) => (
  <div className={styles.noProject}>
    <span>
      <Trans>No project matches “{query}”</Trans>
    </span>
    <Button size="small" onClick={onShowAll}>
      <Trans>Show all projects</Trans>
    </Button>
  </div>
)

/** The same where all that match are in hidden columns. */
export const OnlyHiddenFound = ({ count, onShow }: { count: number; onShow(): void }) => (
  <div className={styles.noProject}>
    <span>
      <Plural value={count} one="# project found is hidden" other="# projects found are hidden" />
    </span>
    <Button size="small" onClick={onShow}>
      <Trans>Show hidden columns</Trans>
    </Button>
  </div>
)
