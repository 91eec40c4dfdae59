import { useLingui } from '@lingui/react/macro'
import { changeSets } from '@lintel/contract/people/change-sets'
import type { CurrentUser } from '@lintel/contract/people/users'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useSave } from '../../api/use-save'
import { failureText } from '../../shell/change-sets/failure-text'
import { importDomains } from '../../shell/import-domains'
import { ToolScreen } from '../../shell/tool-screen'
import { keepFocusNearby } from '../../ui/focus-return'
import styles from './directory-import.module.css'
import { type ImportFormValues, type ImportInput, planImport } from './import-calls'
import { ImportForm } from './import-form'
import { ImportPreview } from './import-preview'
import { useIsPlanShown } from './use-is-plan-shown'

interface DirectoryImportProps {
  user: CurrentUser
  /** The selected customer; undefined for all customers, which staff can see. */
  customer: string | undefined
  /** The customer selector. */
  selector: ReactNode
  /** Id of the import that is shown. */
  plan: string | undefined
  /** With `replace`, the browser's history entry is replaced. */
  onPlan(id: string | undefined, replace?: boolean): void
}

/** The directory import (admin-console chapters 2 and 7): upload, preview of the changes, result. */
export function DirectoryImport({ user, customer, selector, plan, onPlan }: DirectoryImportProps) {
  const { t, i18n } = useLingui()
  const { data, error } = useQuery(importDomains(user))
  const isPlanShown = useIsPlanShown()
  const [values, setValues] = useState<ImportFormValues>({})
  /** Input of each import that was planned in this window, by plan id. */
  const [sources, setSources] = useState<ReadonlyMap<string, ImportInput>>(new Map())
  /** Share of the file that is uploaded, 0 to 1. */
  const [uploadedPart, setUploadedPart] = useState(0)
  const dryRun = useSave({
    work: (input: ImportInput) => planImport(input, setUploadedPart),
    invalidates: [changeSets],
    // The form shows the error; if the person has moved on, a toast does.
    handlesError: () => isPlanShown(undefined),
    describeFailure: (_problem, failed) => t`Error importing file: ${i18n._(failureText(failed))}`,
    onSaved({ planId }, input) {
      setSources((before) => new Map(before).set(planId, input))
      // If the person has moved on, they stay there: the plan is listed among the recent imports.
      if (isPlanShown(undefined)) onPlan(planId)
    },
  })

  function submit(input: ImportInput) {
    // Includes the preselected domain, so that the same input can be compared again.
    setValues(input)
    setUploadedPart(0)
    dryRun.mutate(input)
  }

  /** The pressed button is replaced by the form. */
  function leave() {
    keepFocusNearby()
    onPlan(undefined)
  }

  return (
    <ToolScreen title={t`Directory import`} selector={selector}>
      <div className={styles.screen}>
        {plan === undefined ? (
          <ImportForm
            {...{ customer, values }}
            uploadedPart={dryRun.isPending ? uploadedPart : undefined}
            domains={data?.filter((each) => customer === undefined || each.customer === customer)}
            isOfStaff={user.role !== null}
            pending={error}
            failure={dryRun.error}
            onChange={(change) => {
              dryRun.reset()
              setValues({ ...values, ...change })
            }}
            onSubmit={submit}
            onPlan={onPlan}
          />
        ) : (
          <ImportPreview
            key={plan}
            {...{ plan, customer }}
            archive={sources.get(plan)?.file}
            isOfStaff={user.role !== null}
            isComparing={dryRun.isPending}
            onRepeatDryRun={() => {
              leave()
              // Repeats the dry run with the same files if they are still in memory.
              const source = sources.get(plan)
              if (source) submit(source)
            }}
            onLeave={leave}
            onCustomerMismatch={() => onPlan(undefined, true)}
            onDone={() => {
              const source = sources.get(plan)
              // Keep another file that was chosen in the meantime.
              setValues((now) => (now.file === source?.file ? { ...now, file: undefined } : now))
            }}
          />
        )}
      </div>
    </ToolScreen>
  )
}
