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
import { useIsHere } from './use-is-here'

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
  const isHere = useIsHere()
  const [wanted, setWanted] = useState<ChosenImport>({})
  /** From what each import was planned here, by its id. */
  const [sources, setSources] = useState<ReadonlyMap<string, WantedImport>>(new Map())
  /** How much of the file has left, of 1. */
  const [sent, setSent] = useState(0)
  const dryRun = useSave({
    work: (given: WantedImport) => planImport(given, setSent),
    touches: [changeSets],
    // The form says it; whoever looks at something else by now is told in a toast.
    shows: () => isHere(undefined),
    onSaved({ planId }, given) {
      setSources((before) => new Map(before).set(planId, given))
      // Whoever looks at something else by now is left there: the plan is found among the recent imports.
      if (isHere(undefined)) onPlan(planId)
    },
  })

  function submit(given: WantedImport) {
    // With the domain that was offered, which nobody had to choose: the same can be compared once more.
    setWanted(given)
    setSent(0)
    dryRun.mutate(given)
  }

  return (
    <ToolScreen title={t`Directory import`} selector={selector}>
      <div className={styles.screen}>
        {plan === undefined ? (
          <ImportForm
            {...{ customer, wanted }}
            sent={dryRun.isPending ? sent : undefined}
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
            isComparing={dryRun.isPending}
            onAgain={() => {
              onPlan(undefined)
              // The same files are compared once more, where they are still at hand.
              const source = sources.get(plan)
              if (source) submit(source)
            }}
            onLeave={() => onPlan(undefined)}
            onOfAnother={() => onPlan(undefined, true)}
            onDone={() => {
              const source = sources.get(plan)
              // Another file that was chosen meanwhile stays chosen.
              setWanted((now) => (now.file === source?.file ? { ...now, file: undefined } : now))
            }}
          />
        )}
      </div>
    </ToolScreen>
  )
}
