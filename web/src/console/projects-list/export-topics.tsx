import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { startTopicExport, type TopicExportFormat, topicExportFormats } from '@lintel/contract/exchange/topic-exports'
import type { CallBody } from '@lintel/contract/jsonapi/call'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../api/ask'
import { Loaded } from '../../api/form/loaded'
import { useLeaving } from '../../api/form/use-leaving'
import { useSave } from '../../api/use-save'
import { filterOf, type ProjectState } from '../../shell/projects/project-states'
import { Checkbox } from '../../ui/checkbox'
import { Choice } from '../../ui/choice'
import { Dialog } from '../../ui/dialog'
import { TextField } from '../../ui/field'
import { Fieldset } from '../../ui/fieldset'
import { FormActions } from '../../ui/form-actions'
import styles from './export-topics.module.css'
import { topicExportsOf, topicWorkflowsOf } from './topic-export-calls'
import { TopicExports } from './topic-exports'
import { useTopicHeadings, useTopicStates } from './topic-words'

type Asked = CallBody<typeof startTopicExport>
type StateKind = NonNullable<Asked['stateKinds']>[number]

interface ExportTopicsProps {
  customer: string
  /** Ids of the selected projects. */
  chosen: readonly string[]
  /** How many projects the list has found, and by what. */
  found: number
  search: string
  state: ProjectState | undefined
  onClose(): void
}

/** With or without an element. */
const toggled = <T,>(all: readonly T[], one: T): T[] =>
  all.includes(one) ? all.filter((other) => other !== one) : [...all, one]

/** Topics of projects as a file (admin-console chapter 2): what is wanted, then the exports under way and those that wait. */
export function ExportTopics({ customer, chosen, found, search, state, onClose }: ExportTopicsProps) {
  const { t } = useLingui()
  const title = t`Export topics`
  const states = useTopicStates()
  const headings = useTopicHeadings()
  const { data: workflows, error } = useQuery(topicWorkflowsOf(customer))
  const [format, setFormat] = useState<TopicExportFormat>('xlsx')
  const [isOfChosen, setOfChosen] = useState(chosen.length > 0)
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const [kinds, setKinds] = useState<readonly StateKind[]>(states.map(({ value }) => value))
  const [named, setNamed] = useState<readonly string[]>([])
  const isTyped = from !== '' || to !== '' || named.length > 0 || kinds.length < states.length || format !== 'xlsx'
  const isBackwards = from !== '' && to !== '' && from > to
  const starting = useSave({
    work: () =>
      ask(startTopicExport, {
        body: {
          ...{ customer, format, headings },
          ...(isOfChosen
            ? { projects: [...chosen] }
            : { filter: { ...(search && { q: search }), ...filterOf(state) } }),
          ...(named.length > 0 && { workflows: [...named] }),
          ...(kinds.length < states.length && { stateKinds: [...kinds] }),
          ...(from && { from }),
          ...(to && { to }),
        },
      }),
    touches: [topicExportsOf(customer)],
  })
  // What an export was begun with is of no use any more.
  const { leave, question } = useLeaving(isTyped && !starting.isPending && !starting.isSuccess)

  return (
    <Dialog label={title} onClose={() => leave(onClose)} size="wide">
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBackwards && kinds.length > 0) starting.mutate(undefined)
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
          value={isOfChosen ? 'chosen' : 'found'}
          options={[
            ...(chosen.length > 0
              ? [
                  {
                    value: 'chosen' as const,
                    label: <Plural value={chosen.length} one="# selected" other="# selected" />,
                  },
                ]
              : []),
            { value: 'found' as const, label: <Plural value={found} one="# found" other="All # found" /> },
          ]}
          onChoose={(value) => setOfChosen(value === 'chosen')}
        />
        <div className={styles.days}>
          <TextField
            label={t`Created from`}
            type="date"
            value={from}
            onChange={({ target }) => setFrom(target.value)}
          />
          <TextField
            label={t`Created to`}
            type="date"
            value={to}
            error={isBackwards ? t`This day is before the first one.` : undefined}
            onChange={({ target }) => setTo(target.value)}
          />
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
                      checked={named.includes(name)}
                      onChange={() => setNamed(toggled(named, name))}
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
          busyWords={<Trans>Starting …</Trans>}
          isDisabled={isBackwards || kinds.length === 0}
        >
          <Trans>Export</Trans>
        </FormActions>
      </form>
      <TopicExports customer={customer} />
      {question}
    </Dialog>
  )
}
