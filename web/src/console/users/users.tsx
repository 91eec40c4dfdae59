import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ErrorScreen } from '../../shell/error-screen'
import { ToolScreen } from '../../shell/tool-screen'
import { GridState } from '../../ui/grid/grid-state'
import { accessTable } from './access-table-query'
import { useLiveTable } from './use-live-table'
import styles from './users.module.css'
import type { UsersProps } from './users-props'
import { UsersScreen } from './users-screen'

/** The users of a customer and their roles in its projects (admin-console chapter 2). */
export function Users(props: UsersProps) {
  const { customer, selector } = props
  const { data: table, error } = useQuery(accessTable(customer))
  useLiveTable(customer, table !== undefined)
  if (table) return <UsersScreen table={table} {...props} />
  return (
    <ToolScreen title={<Trans>Users</Trans>} selector={selector}>
      <div className={styles.waiting}>
        <GridState
          state={error ? { error: <ErrorScreen error={error} /> } : 'loading'}
          isEmpty
          empty={null}
          headHeight={0}
        />
      </div>
    </ToolScreen>
  )
}
