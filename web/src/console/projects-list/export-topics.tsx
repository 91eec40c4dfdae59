import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { startTopicExport, type TopicExportFormat, topicExportFormats } from '@lintel/contract/exchange/topic-exports'
import type { CallBody } from '@lintel/contract/jsonapi/call'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../../api/call-api'
import { DayField } from '../../api/form/day-field'
import { dayProblem } from '../../api/form/last-day'
import { Loaded } from '../../api/form/loaded'
import { useLeaveGuard } from '../../api/form/use-leave-guard'
import { useSave } from '../../api/use-save'
import { filterOf, type ProjectState } from '../../shell/projects/project-states'
import { Checkbox } from '../../ui/checkbox'
import { Choice } from '../../ui/choice'
import { Dialog } from '../../ui/dialog'
import { Fieldset } from '../../ui/fieldset'
import { FormActions } from '../../ui/form-actions'
import styles from './export-topics.module.css'
import { topicExportsQuery, topicWorkflowsQuery } from './topic-export-calls'
import { TopicExports } from './topic-exports'
import { useTopicHeadings, useTopicStateLabels } from './topic-labels'

type TopicExportRequest = CallBody<typeof startTopicExport>
type StateKind = NonNullable<TopicExportRequest['stateKinds']>[number]

interface ExportTopicsProps {
  customer: string
  /** Ids of the selected projects. */
  chosen: readonly string[]
  /** Number of projects that match the filter of the list, undefined while it loads, and the filter itself. */
  found: number | undefined
  search: string
  state: ProjectState | undefined
  onClose(): void
}

/** Adds or removes an element. */
const toggled = <T,>(all: readonly T[], one: T): T[] =>
  all.includes(one) ? all.filter((other) => other !== one) : [...all, one]

/** Exports the topics of projects to a file (admin-console chapter 2): a form, and below it the running and finished exports. */
export function ExportTopics({ customer, chosen, found, search, state, onClose }: ExportTopicsProps) {
  const { t } = useLingui()
  const title = t`Export topics`
  const states = useTopicStateLabels()
  const headings = useTopicHeadings()
  const { data: workflows, error } = useQuery(topicWorkflowsQuery(customer))
  const [format, setFormat] = useState<TopicExportFormat>('xlsx')
  const [isSelectionOnly, setSelectionOnly] = useState(chosen.length > 0)
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const [kinds, setKinds] = useState<readonly StateKind[]>(states.map(({ value }) => value))
  const [selectedWorkflows, setSelectedWorkflows] = useState<readonly string[]>([])
  const isDirty =
    from !== '' || to !== '' || selectedWorkflows.length > 0 || kinds.length < states.length || format !== 'xlsx'
  const isPeriod =
    dayProblem(from, '') === undefined && dayProblem(to, '') === undefined && (from === '' || to === '' || from <= to)
  const isComplete = isPeriod && kinds.length > 0 && (isSelectionOnly || found !== undefined)
  const starting = useSave({
    work: () =>
      callApi(startTopicExport, {
        body: {
          ...{ customer, format, headings },
          ...(isSelectionOnly
            ? { projects: [...chosen] }
            : { filter: { ...(search && { q: search }), ...filterOf(state) } }),
          ...(selectedWorkflows.length > 0 && { workflows: [...selectedWorkflows] }),
          ...(kinds.length < states.length && { stateKinds: [...kinds] }),
          ...(from && { from }),
          ...(to && { to }),
        },
      }),
    invalidates: [topicExportsQuery(customer)],
  })
  // Once an export is started, its settings can be discarded.
  const { leave, question } = useLeaveGuard(isDirty && !starting.isPending && !starting.isSuccess)

  return (
    <Dialog label={title} onClose={() => leave(onClose)} size="wide">
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (isComplete) starting.mutate(undefined)
        }}
      >
        <h2>{title}</h2>
        <Choice<TopicExportFormat>
          label={t`Format`}
          value={format}
          options={topicExportFormats.map((value) => ({ value, label: value.toUpperCase() }))}
          onChoose={setFormat}
        />
        <Choice
          label={t`Projects`}
          value={isSelectionOnly ? 'chosen' : 'found'}
          options={[
            ...(chosen.length > 0
              ? [
                  {
                    value: 'chosen' as const,
                    label: <Plural value={chosen.length} one="# selected" other="# selected" />,
                  },
                ]
              : []),
            {
              value: 'found' as const,
              label:
                found === undefined ? (
                  <Trans>Loading</Trans>
                ) : (
                  <Plural value={found} one="# found" other="All # found" />
                ),
            },
          ]}
          onChoose={(value) => setSelectionOnly(value === 'chosen')}
        />
        <div className={styles.days}>
          <DayField label={t`Created from`} value={from} today="" onChange={setFrom} />
          <DayField label={t`Created to`} value={to} today="" first={from} onChange={setTo} />
        </div>
        <Fieldset legend={t`State`}>
          <div className={styles.checks}>
            {states.map(({ value, label }) => (
              <Checkbox
                key={value}
                label={label}
                checked={kinds.includes(value)}
                onChange={() => setKinds(toggled(kinds, value))}
              />
            ))}
          </div>
        </Fieldset>
        <Loaded data={workflows} error={error} what={t`Workflows`} rows={1}>
          {(all) =>
            all.length > 0 && (
              <Fieldset legend={t`Workflows`}>
                <p className={styles.hint}>
                  <Trans>All, unless you choose some.</Trans>
                </p>
                <div className={styles.workflows}>
                  {all.map((name) => (
                    <Checkbox
                      key={name}
                      label={name}
                      checked={selectedWorkflows.includes(name)}
                      onChange={() => setSelectedWorkflows(toggled(selectedWorkflows, name))}
                    />
                  ))}
                </div>
              </Fieldset>
            )
          }
        </Loaded>
        <FormActions
          onCancel={onClose}
          isBusy={starting.isPending}
          busyLabel={<Trans>Starting …</Trans>}
          isDisabled={!isComplete}
        >
          <Trans>Export</Trans>
        </FormActions>
      </form>
      <TopicExports customer={customer} />
      {question}
    </Dialog>
  )
}
