import { Trans } from '@lingui/react/macro'
import type { Environment } from '@lintel/contract/people/permissions'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorScreen } from '../../shell/error-screen'
import { ToolScreen } from '../../shell/tool-screen'
import { GridState } from '../../ui/grid/grid-state'
import { accessTable } from './access-table-query'
import type { UsersFilter } from './find-people'
import { useLiveTable } from './use-live-table'
import styles from './users.module.css'
import { UsersScreen } from './users-screen'

/** What the screen of the users is given. */
export interface UsersProps {
  /** Id of the active customer. */
  customer: string
  /** Email of the person who works here. */
  actor: string
  environment: Environment
  /** The customer selector. */
  selector: ReactNode
  filter: UsersFilter
  onFilter(change: UsersFilter): void
}

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
