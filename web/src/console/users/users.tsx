import { Trans } from '@lingui/react/macro'
import { readAccessMatrix } from '@lintel/contract/people/access-matrix'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { ask } from '../../api/ask'
import { ErrorScreen } from '../../shell/error-screen'
import { GridState } from '../../ui/grid/grid-state'
import { openTable } from './access-table'
import styles from './users.module.css'
import { UsersGrid, type UsersProps } from './users-grid'

/** The table is as large as the customer and changed in place: it is neither compared nor asked for behind the person's back. */
const accessTable = (customer: string) =>
  queryOptions({
    queryKey: ['access-matrix', customer],
    queryFn: async ({ signal }) => openTable(await ask(readAccessMatrix, { parameters: { customer }, signal })),
    structuralSharing: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** The users of a customer and their roles in its projects (admin-console chapter 2). */
export function Users(props: UsersProps) {
  const { data: table, error } = useQuery(accessTable(props.customer))
  if (table) return <UsersGrid key={props.customer} table={table} {...props} />
  return (
    <section className={styles.screen}>
      <div className={styles.bar}>
        <h1 className={styles.title}>
          <Trans>Users</Trans>
        </h1>
        {props.selector}
      </div>
      <div className={styles.waiting}>
        <GridState
          state={error ? { error: <ErrorScreen error={error} /> } : 'loading'}
          isEmpty
          empty={null}
          headHeight={0}
        />
      </div>
    </section>
  )
}
