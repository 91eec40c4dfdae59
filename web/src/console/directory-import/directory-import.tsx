import { useLingui } from '@lingui/react/macro'
import { changeSets } from '@lintel/contract/people/change-sets'
import type { CurrentUser } from '@lintel/contract/people/users'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useSave } from '../../api/use-save'
import { importDomains } from '../../shell/import-domains'
import { ToolScreen } from '../../shell/tool-screen'
import styles from './directory-import.module.css'
import { type ChosenImport, planImport, type WantedImport } from './import-calls'
import { ImportForm } from './import-form'
import { ImportPreview } from './import-preview'

interface DirectoryImportProps {
  user: CurrentUser
  /** The customer that is looked at; undefined for all that staff see. */
  customer: string | undefined
  /** By what the customer is chosen. */
  selector: ReactNode
  /** Id of the import that is looked at. */
  plan: string | undefined
  /** `replace`: going back does not lead to what was looked at before. */
  onPlan(id: string | undefined, replace?: boolean): void
}

/** The import of a directory (admin-console chapters 2 and 7): files, then the preview of what they change, then what became of it. */
export function DirectoryImport({ user, customer, selector, plan, onPlan }: DirectoryImportProps) {
  const { t } = useLingui()
  const { data, error } = useQuery(importDomains(user))
  const [wanted, setWanted] = useState<ChosenImport>({})
  /** How much of the file has left, of 1; undefined while none does. */
  const [sent, setSent] = useState<number>()
  const dryRun = useSave({
    work: (given: WantedImport) => planImport(given, setSent),
    touches: [changeSets],
    shows: () => true,
    onSaved: ({ planId }) => onPlan(planId),
  })

  function submit(given: WantedImport) {
    // With the domain that was offered, which nobody had to choose: the same can be compared once more.
    setWanted(given)
    setSent(0)
    dryRun.mutate(given, { onSettled: () => setSent(undefined) })
  }

  const { file, domain } = wanted
  return (
    <ToolScreen title={t`Directory import`} selector={selector}>
      <div className={styles.screen}>
        {plan === undefined ? (
          <ImportForm
            {...{ customer, wanted, sent }}
            domains={data?.filter((each) => customer === undefined || each.customer === customer)}
            isOfStaff={user.role !== null}
            unread={error}
            failure={dryRun.error}
            onWant={(change) => {
              dryRun.reset()
              setWanted({ ...wanted, ...change })
            }}
            onSubmit={submit}
            onPlan={onPlan}
          />
        ) : (
          <ImportPreview
            key={plan}
            {...{ plan, customer }}
            isOfStaff={user.role !== null}
            onAgain={() => {
              onPlan(undefined)
              // The same files are compared once more, where they are still at hand.
              if (file && domain) submit({ file, domain })
            }}
            onLeave={() => onPlan(undefined)}
            onOfAnother={() => onPlan(undefined, true)}
            onDone={() => {
              setWanted(domain === undefined ? {} : { domain })
            }}
          />
        )}
      </div>
    </ToolScreen>
  )
}
