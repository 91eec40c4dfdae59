import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { removeTopicExport, type TopicExport } from '@lintel/contract/exchange/topic-exports'
import { useQuery } from '@tanstack/react-query'
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
  if (error && all.length === 0) return <LoadError error={error} what={t`Your exports`} />
  if (all.length === 0) return null
  return (
    <section className={styles.exports}>
      <h3>
        <Trans>Your exports</Trans>
      </h3>
      <p className={styles.hint}>
        <Trans>Exports run in the background. Their files are kept here for seven days.</Trans>
      </p>
      <ul>
        {all.map((one) => (
          <ExportRow key={one.id} customer={customer} one={one} />
        ))}
      </ul>
    </section>
  )
}

function ExportRow({ customer, one }: { customer: string; one: TopicExport }) {
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
  const title = t`${format}, ${moment}`
  return (
    <li className={styles.export}>
      <span className={styles.what}>
        <span className={styles.name}>{title}</span>
        <span role="status">{states[one.state]}</span>
        {omissions.map((text) => (
          <span key={text} className={styles.hint}>
            {text}
          </span>
        ))}
        {isRunning(one) && <Progress label={title} done={one.topics} total={one.total ?? 0} />}
      </span>
      {one.state === 'done' && (
        <Button size="small" busy={saving.isPending} onClick={() => saving.mutate(undefined)}>
          <Trans>Download</Trans>
        </Button>
      )}
      <Button size="small" kind="quiet" busy={removing.isPending} onClick={() => removing.mutate(undefined)}>
        {isRunning(one) ? <Trans>Cancel export</Trans> : <Trans>Remove</Trans>}
      </Button>
    </li>
  )
}
