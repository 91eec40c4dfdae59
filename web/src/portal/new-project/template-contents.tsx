import type { I18n } from '@lingui/core'
import { useLingui as useI18n } from '@lingui/react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { SkippedEntry, TemplatePreview } from '@lintel/contract/projects/template-application'
import { Fragment } from 'react'
import { widgetName } from '../../shell/content/widget-types'
import { Notice } from '../../ui/notice'
import { kindLabels, skippedLabels } from './creation-labels'
import styles from './template-contents.module.css'

/** The number of resources of each kind. */
export function CountsByKind({ label, counts }: { label: string; counts: TemplatePreview['counts'] }) {
  const { i18n } = useI18n()
  return (
    <dl className={styles.counts} aria-label={label}>
      {counts.map(({ type, count }) => (
        <div key={type}>
          <dt>{i18n._(kindLabels[type])}</dt>
          <dd>{i18n.number(count)}</dd>
        </div>
      ))}
    </dl>
  )
}

interface SkippedGroup {
  reason: SkippedEntry['reason']
  library: string | null
  /** Of individual resources, as far as their names are known. */
  names: string[]
  count: number
}

/** Groups the skipped content by reason and library. */
function groupSkipped(skipped: readonly SkippedEntry[], i18n: I18n): Map<string, SkippedGroup> {
  const groups = new Map<string, SkippedGroup>()
  for (const { reason, library, key, renameTo, name, entries } of skipped) {
    const groupKey = `${reason} ${library}`
    const group = groups.get(groupKey) ?? { reason, library, names: [], count: 0 }
    group.count += entries
    // The name intended for this project is more meaningful than the name in the library.
    const label = renameTo ?? (name !== null && key === 'widgets' ? widgetName(i18n, name) : name)
    if (label) group.names.push(label)
    groups.set(groupKey, group)
  }
  return groups
}

/** The content of a template that is not copied, and why; `entries` is the total number. */
export function SkippedContent({ skipped, entries }: { skipped: readonly SkippedEntry[]; entries: number }) {
  const { i18n } = useI18n()
  if (entries === 0) return null
  const groups = groupSkipped(skipped, i18n)
  return (
    <Notice title={<Plural value={entries} one="# entry does not come along" other="# entries do not come along" />}>
      <ul className={styles.groups}>
        {[...groups].map(([groupKey, { reason, library, names, count }]) => (
          <li key={groupKey}>
            {library !== null && <bdi>{library}: </bdi>}
            {i18n._(skippedLabels[reason])} <span className={styles.amount}>({i18n.number(count)})</span>
            {names.length > 0 && <div className={styles.skippedEntry}>{names.join(', ')}</div>}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

/** What the selected template currently contributes. */
export function TemplateContents({ preview }: { preview: TemplatePreview }) {
  const { t } = useLingui()
  const { counts, staysBehind, pulledAlong, pulledAlongCount, skipped } = preview
  const names = pulledAlong.map(({ name }) => name).join(', ')
  return (
    <div className={styles.contents}>
      {counts.length > 0 ? (
        <CountsByKind label={t`What the template brings`} counts={counts} />
      ) : (
        <p className={styles.small}>
          <Trans>It brings no content.</Trans>
        </p>
      )}
      {pulledAlongCount > 0 && (
        <p className={styles.small}>
          <Plural
            value={pulledAlongCount}
            one="# of these comes along because something else needs it:"
            other="# of these come along because something else needs them:"
          />{' '}
          <span dir="auto">{names}</span>
        </p>
      )}
      {staysBehind.length > 0 && (
        <p className={styles.small}>
          <Trans>Not copied, because it was done in that project:</Trans>{' '}
          {staysBehind.map(({ type, count }, index) => (
            <Fragment key={type}>
              {index > 0 && ', '}
              {type === 'topics' ? (
                <Plural value={count} one="# topic" other="# topics" />
              ) : (
                <Plural value={count} one="# checklist run" other="# checklist runs" />
              )}
            </Fragment>
          ))}
        </p>
      )}
      <SkippedContent skipped={skipped} entries={skipped.reduce((sum, { entries }) => sum + entries, 0)} />
    </div>
  )
}
