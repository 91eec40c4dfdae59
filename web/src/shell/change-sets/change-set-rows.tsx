import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import type { ChangeSetRow } from '@lintel/contract/people/change-sets'
import { LoadError } from '../../api/load-error'
import { Checkbox } from '../../ui/checkbox'
import { Icon } from '../../ui/icon'
import { useScreenClass } from '../../ui/use-screen-class'
import type { RowFilter } from './change-set-calls'
import { conflictTexts } from './change-set-labels'
import styles from './change-sets.module.css'
import { RefusedCell } from './refused-cell'
import type { DescribeRow, RowChoice } from './row-text'
import { useReadRows } from './use-read-rows'

interface ChangeSetRowsProps {
  id: string
  /** Changes when the rows do. */
  version: string
  shown: RowFilter | undefined
  describe: DescribeRow
  /** Keys of the choices toggled against the plan; without it, rows offer no choice. */
  toggled?: ReadonlySet<string> | undefined
  onToggle?(key: string): void
}

/** Row heights in pixels, as in the style sheet: on a phone the outcome is below the name. */
const rowHeights = { plain: 48, phone: 80, phoneChoices: 112 }

/** The rows of a change set as a virtual list that loads pages as they come into view. */
export function ChangeSetRows({ id, version, shown, describe, toggled, onToggle }: ChangeSetRowsProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const rowHeight = rowHeights[useScreenClass() !== 'mobile' ? 'plain' : toggled ? 'phoneChoices' : 'phone']
  const { total, rowAt, start, end, onScroll, error, isEmpty } = useReadRows({ id, version, shown }, rowHeight)

  const lineOf = ({ why }: ChangeSetRow) => (why?.line === undefined ? '' : t`Line ${i18n.number(why.line)}`)

  function row(position: number, it: ChangeSetRow | undefined) {
    const text = it && describe(it)
    return (
      <li
        key={position}
        className={styles.row}
        aria-setsize={total}
        aria-posinset={position + 1}
        data-outcome={it?.outcome}
        style={{ top: position * rowHeight, height: rowHeight }}
      >
        {text && it && (
          <>
            <span className={styles.who}>
              <span className={styles.name}>{text.title}</span>
              <span className={styles.detail}>{[lineOf(it), text.detail].filter(Boolean).join(' · ')}</span>
            </span>
            {it.conflict ? (
              <span className={styles.conflict}>
                <Icon name="alert" size={14} />
                <span>
                  {i18n._(conflictTexts[it.conflict])}
                  {it.why?.column !== undefined && <RefusedCell column={it.why.column} value={it.why.value ?? ''} />}
                </span>
              </span>
            ) : (
              <span className={styles.what}>
                {it.outcome === 'change' ? (
                  <>
                    {text.before && (
                      <>
                        <span className={styles.before}>{text.before}</span> <span aria-hidden>→</span>{' '}
                        <span className="said-only">
                          <Trans>becomes</Trans>{' '}
                        </span>
                      </>
                    )}
                    <span>{text.after}</span>
                  </>
                ) : (
                  <span className={styles.before}>{t`${text.after}, as before`}</span>
                )}
              </span>
            )}
            {text.choice && toggled && (
              <RowChoiceBox choice={text.choice} title={text.title} {...{ toggled, onToggle }} />
            )}
          </>
        )}
      </li>
    )
  }

  if (error && total === 0) return <LoadError error={error} />
  if (isEmpty)
    return (
      <p className={styles.none}>
        <Trans>No rows</Trans>
      </p>
    )
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard */}
      <section className={styles.scroll} tabIndex={0} aria-label={t`Rows`} onScroll={onScroll}>
        <ul className={styles.rows} style={{ height: total * rowHeight }}>
          {Array.from({ length: Math.max(0, end - start) }, (_, at) => row(start + at, rowAt(start + at)))}
        </ul>
      </section>
      {error && <LoadError error={error} what={t`Rows`} />}
    </>
  )
}

interface RowChoiceBoxProps {
  choice: RowChoice
  title: string
  toggled: ReadonlySet<string>
  onToggle: ChangeSetRowsProps['onToggle']
}

/** The choice of one row. */
function RowChoiceBox({ choice: { key, label, isPlanned }, title, toggled, onToggle }: RowChoiceBoxProps) {
  return (
    <span className={styles.choice}>
      <Checkbox
        label={label}
        aria-label={`${label}: ${title}`}
        checked={isPlanned !== toggled.has(key)}
        onChange={() => onToggle?.(key)}
      />
    </span>
  )
}
