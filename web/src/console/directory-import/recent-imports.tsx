import { Trans } from '@lingui/react/macro'
import { isRunning } from '@lintel/contract/people/change-sets'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../api/form/loaded'
import { ChangeSetList } from '../../shell/change-sets/change-set-list'
import styles from './directory-import.module.css'
import { recentImportsQuery } from './import-queries'
import { UndoImport } from './undo-import'

interface RecentImportsProps {
  /** Undefined until the customer is known. */
  customer: string | undefined
  onOpen(id: string): void
}

/** Polling interval in ms while an import in the list is running. */
const pollIntervalMs = 2_000

/** Recent imports of a customer: plans to open, and completed imports to undo. */
export function RecentImports({ customer, onOpen }: RecentImportsProps) {
  const { data, error } = useQuery({
    ...recentImportsQuery(customer ?? ''),
    enabled: customer !== undefined,
    refetchInterval: ({ state }) => (state.data?.records.some(isRunning) ? pollIntervalMs : false),
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
            <UndoImport>
              {(undo) => <ChangeSetList sets={records} onOpen={({ id }) => onOpen(id)} onUndo={undo} />}
            </UndoImport>
          )
        }
      </Loaded>
    </section>
  )
}
