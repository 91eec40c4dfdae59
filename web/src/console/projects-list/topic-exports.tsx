import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { removeTopicExport, type TopicExport } from '@lintel/contract/exchange/topic-exports'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../api/ask'
import { Failed } from '../../api/failed'
import { lasting } from '../../api/saves-settled'
import { useSave } from '../../api/use-save'
import { Button } from '../../ui/button'
import { Progress } from '../../ui/progress'
import styles from './export-topics.module.css'
import { isUnderWay, saveTopics, topicExportsOf } from './topic-export-calls'

/** The person's exports of topics: how far they are, and their files until they expire. One may leave meanwhile. */
export function TopicExports({ customer }: { customer: string }) {
  const { t } = useLingui()
  const { data: all = [], error } = useQuery(topicExportsOf(customer))
  if (error && all.length === 0) return <Failed error={error} what={t`Your exports`} />
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
  const saving = useSave({ work: lasting(() => saveTopics(one)), touches: [topicExportsOf(customer)] })
  const removing = useSave({
    work: () => ask(removeTopicExport, { parameters: { id: one.id } }),
    touches: [topicExportsOf(customer)],
  })
  const left = [
    one.omittedProjects > 0 &&
      t`${plural(one.omittedProjects, { one: '# project asks for another sign-in and is left out', other: '# projects ask for another sign-in and are left out' })}`,
    one.unavailableProjects > 0 &&
      t`${plural(one.unavailableProjects, { one: '# project is stopped or deleted and is left out', other: '# projects are stopped or deleted and are left out' })}`,
  ].filter((words) => words !== false)
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
        {left.map((words) => (
          <span key={words} className={styles.hint}>
            {words}
          </span>
        ))}
        {isUnderWay(one) && <Progress label={title} done={one.topics} total={one.total ?? 0} />}
      </span>
      {one.state === 'done' && (
        <Button size="small" busy={saving.isPending} onClick={() => saving.mutate(undefined)}>
          <Trans>Download</Trans>
        </Button>
      )}
      <Button size="small" kind="quiet" busy={removing.isPending} onClick={() => removing.mutate(undefined)}>
        {isUnderWay(one) ? <Trans>Cancel export</Trans> : <Trans>Remove</Trans>}
      </Button>
    </li>
  )
}
