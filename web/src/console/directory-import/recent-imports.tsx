import { Trans } from '@lingui/react/macro'
import { isAtWork } from '@lintel/contract/people/change-sets'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../api/form/loaded'
import { ChangeSetList } from '../../shell/change-sets/change-set-list'
import styles from './directory-import.module.css'
import { importsOf } from './imports-of'
import { UndoOfImport } from './undo-of-import'

interface RecentImportsProps {
  /** Undefined until it is known whose. */
  customer: string | undefined
  onOpen(id: string): void
}

/** Between two looks at a list in which one is at work, in ms. */
const lookAgainMs = 2_000

/** The imports of a customer of late: plans to come back to, and what can be undone. */
export function RecentImports({ customer, onOpen }: RecentImportsProps) {
  const { data, error } = useQuery({
    ...importsOf(customer ?? ''),
    enabled: customer !== undefined,
    refetchInterval: ({ state }) => (state.data?.records.some(isAtWork) ? lookAgainMs : false),
  })
  if (customer === undefined) return null
  return (
    <section className={styles.recent}>
      <h2>
        <Trans>Recent imports</Trans>
      </h2>
      <Loaded data={data} error={error} rows={2}>
        {({ records }) =>
          records.length === 0 ? (
            <p className={styles.none}>
              <Trans>Nothing has been imported yet</Trans>
            </p>
          ) : (
            <UndoOfImport>
              {(undo) => <ChangeSetList sets={records} onOpen={({ id }) => onOpen(id)} onUndo={undo} />}
            </UndoOfImport>
          )
        }
      </Loaded>
    </section>
  )
}
