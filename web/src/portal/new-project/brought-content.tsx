import type { I18n } from '@lingui/core'
import { useLingui as useWords } from '@lingui/react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { SkippedEntry, TemplatePreview } from '@lintel/contract/projects/template-application'
import { Fragment } from 'react'
import { widgetName } from '../../shell/content/widget-types'
import { Notice } from '../../ui/notice'
import styles from './brought-content.module.css'
import { kindWords, skippedWords } from './creation-words'

/** How many resources of each kind there are. */
export function CountsByKind({ label, counts }: { label: string; counts: TemplatePreview['counts'] }) {
  const { i18n } = useWords()
  return (
    <dl className={styles.counts} aria-label={label}>
      {counts.map(({ type, count }) => (
        <div key={type}>
          <dt>{i18n._(kindWords[type])}</dt>
          <dd>{i18n.number(count)}</dd>
        </div>
      ))}
    </dl>
  )
}

interface Reason {
  reason: SkippedEntry['reason']
  library: string | null
  /** Of single resources, so far as they are known. */
  names: string[]
  count: number
}

/** What does not come along, by why and from where. */
function reasonsOf(skipped: readonly SkippedEntry[], i18n: I18n): Map<string, Reason> {
  const reasons = new Map<string, Reason>()
  for (const { reason, library, key, renameTo, name, entries } of skipped) {
    const place = `${reason} ${library}`
    const known = reasons.get(place) ?? { reason, library, names: [], count: 0 }
    known.count += entries
    // What it was to be called here says more than what the library called it.
    const called = renameTo ?? (name !== null && key === 'widgets' ? widgetName(i18n, name) : name)
    if (called) known.names.push(called)
    reasons.set(place, known)
  }
  return reasons
}

/** What of a template does not come along, and why; `entries` is how much that is in all. */
export function SkippedContent({ skipped, entries }: { skipped: readonly SkippedEntry[]; entries: number }) {
  const { i18n } = useWords()
  if (entries === 0) return null
  const reasons = reasonsOf(skipped, i18n)
  return (
    <Notice title={<Plural value={entries} one="# entry does not come along" other="# entries do not come along" />}>
      <ul className={styles.reasons}>
        {[...reasons].map(([place, { reason, library, names, count }]) => (
          <li key={place}>
            {library !== null && <bdi>{library}: </bdi>}
            {i18n._(skippedWords[reason])} <span className={styles.much}>({i18n.number(count)})</span>
            {names.length > 0 && <div className={styles.gone}>{names.join(', ')}</div>}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

/** What the chosen template brings today. */
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
          {staysBehind.map(({ type, count }, at) => (
            <Fragment key={type}>
              {at > 0 && ', '}
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
