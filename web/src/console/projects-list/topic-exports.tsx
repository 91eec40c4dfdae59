import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { removeTopicExport, type TopicExport } from '@lintel/contract/exchange/topic-exports'
import { useQuery } from '@tanstack/react-query'
import { type MouseEvent, useRef } from 'react'
import { callApi } from '../../api/call-api'
import { LoadError } from '../../api/load-error'
import { longRunning } from '../../api/saves-settled'
import { useSave } from '../../api/use-save'
import { Button } from '../../ui/button'
import { Progress } from '../../ui/progress'
import styles from './export-topics.module.css'
import { downloadTopics, isRunning, topicExportsQuery } from './topic-export-calls'

/** The user's exports of topics with their progress, and their files until they expire. They continue when the page is left. */
export function TopicExports({ customer }: { customer: string }) {
  const { t } = useLingui()
  const { data: all = [], error } = useQuery(topicExportsQuery(customer))
  const heading = useRef<HTMLHeadingElement>(null)
  if (error && all.length === 0) return <LoadError error={error} what={t`Your exports`} />
  if (all.length === 0) return null
  return (
    <section className={styles.exports}>
      <h3 ref={heading} tabIndex={-1}>
        <Trans>Your exports</Trans>
      </h3>
      <p className={styles.hint}>
        <Trans>Exports run in the background. Their files are kept here for seven days.</Trans>
      </p>
      <ul>
        {all.map((one) => (
          <ExportRow key={one.id} customer={customer} one={one} onRemove={() => heading.current?.focus()} />
        ))}
      </ul>
    </section>
  )
}

interface ExportRowProps {
  customer: string
  one: TopicExport
  /** Called when the last row of the list is being removed, to take the focus. */
  onRemove(): void
}

function ExportRow({ customer, one, onRemove }: ExportRowProps) {
  const { t, i18n } = useLingui()
  const format = one.format.toUpperCase()
  const moment = i18n.date(new Date(one.createdAt), { dateStyle: 'medium', timeStyle: 'short' })
  const saving = useSave({ work: longRunning(() => downloadTopics(one)), invalidates: [topicExportsQuery(customer)] })
  const removing = useSave({
    work: () => callApi(removeTopicExport, { parameters: { id: one.id } }),
    invalidates: [topicExportsQuery(customer)],
  })
  const omissions = [
    one.omittedProjects > 0 &&
      t`${plural(one.omittedProjects, { one: '# project asks for another sign-in and is left out', other: '# projects ask for another sign-in and are left out' })}`,
    one.unavailableProjects > 0 &&
      t`${plural(one.unavailableProjects, { one: '# project is stopped or deleted and is left out', other: '# projects are stopped or deleted and are left out' })}`,
  ].filter((text) => text !== false)
  const states = {
    waiting: t`Waiting …`,
    writing: t`Writing …`,
    done: t`${plural(one.topics, { one: '# topic', other: '# topics' })} of ${plural(one.projects, { one: '# project', other: '# projects' })}`,
    failed: t`The export failed. Please start it again.`,
  }
  const name = t`${format}, ${moment}`

  /** The pressed button is removed with its row, so the focus moves to the next row or the heading. */
  function remove({ currentTarget }: MouseEvent) {
    const next = currentTarget.closest('li')?.nextElementSibling?.querySelector('button')
    if (next) next.focus()
    else onRemove()
    removing.mutate(undefined)
  }

  return (
    <li className={styles.export}>
      <span className={styles.what}>
        <span className={styles.name}>{name}</span>
        <span role="status">{states[one.state]}</span>
        {omissions.map((text) => (
          <span key={text} className={styles.hint}>
            {text}
          </span>
        ))}
        {isRunning(one) && <Progress label={name} done={one.topics} total={one.total ?? 0} />}
      </span>
      {one.state === 'done' && (
        <Button
          size="small"
          busy={saving.isPending}
          aria-label={t`Download ${name}`}
          onClick={() => saving.mutate(undefined)}
        >
          <Trans>Download</Trans>
        </Button>
      )}
      <Button
        size="small"
        kind="quiet"
        busy={removing.isPending}
        aria-label={isRunning(one) ? t`Cancel export: ${name}` : t`Remove: ${name}`}
        onClick={remove}
      >
        {isRunning(one) ? <Trans>Cancel export</Trans> : <Trans>Remove</Trans>}
      </Button>
    </li>
  )
}
