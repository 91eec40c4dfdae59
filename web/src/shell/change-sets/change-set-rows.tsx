import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import type { ChangeSetRow } from '@lintel/contract/people/change-sets'
import { Failed } from '../../api/failed'
import { Checkbox } from '../../ui/checkbox'
import { Icon } from '../../ui/icon'
import { useScreenClass } from '../../ui/use-screen-class'
import type { RowsShown } from './change-set-calls'
import { conflictWords } from './change-set-words'
import styles from './change-sets.module.css'
import { RefusedCell } from './refused-cell'
import type { DescribeRow, RowChoice } from './row-text'
import { useReadRows } from './use-read-rows'

interface ChangeSetRowsProps {
  id: string
  /** Changes when the rows do. */
  version: string
  shown: RowsShown | undefined
  describe: DescribeRow
  /** The choices of rows that are made otherwise than the plan has them; without it, no row offers one. */
  turned?: ReadonlySet<string> | undefined
  onTurn?(key: string): void
}

/** Pixels, as in the style sheet: on a phone what becomes of it stands below who it is. */
const rowHeights = { plain: 48, phone: 80, phoneChoices: 112 }

/** The rows of a change set, however many there are: those in sight are drawn, and asked for as they come near. */
export function ChangeSetRows({ id, version, shown, describe, turned, onTurn }: ChangeSetRowsProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const rowHeight = rowHeights[useScreenClass() !== 'mobile' ? 'plain' : turned ? 'phoneChoices' : 'phone']
  const { total, rowAt, start, end, follow, error, isEmpty } = useReadRows({ id, version, shown }, rowHeight)

  const lineOf = ({ why }: ChangeSetRow) => (why?.line === undefined ? '' : t`Line ${i18n.number(why.line)}`)

  function row(position: number, it: ChangeSetRow | undefined) {
    const words = it && describe(it)
    return (
      <li
        key={position}
        className={styles.row}
        aria-setsize={total}
        aria-posinset={position + 1}
        data-outcome={it?.outcome}
        style={{ top: position * rowHeight, height: rowHeight }}
      >
        {words && it && (
          <>
            <span className={styles.who}>
              <span className={styles.name}>{words.title}</span>
              <span className={styles.detail}>{[lineOf(it), words.detail].filter(Boolean).join(' · ')}</span>
            </span>
            {it.conflict ? (
              <span className={styles.conflict}>
                <Icon name="alert" size={14} />
                <span>
                  {i18n._(conflictWords[it.conflict])}
                  {it.why?.column !== undefined && <RefusedCell column={it.why.column} value={it.why.value ?? ''} />}
                </span>
              </span>
            ) : (
              <span className={styles.what}>
                {it.outcome === 'change' ? (
                  <>
                    {words.before && (
                      <>
                        <span className={styles.before}>{words.before}</span> <span aria-hidden>→</span>{' '}
                        <span className="said-only">
                          <Trans>becomes</Trans>{' '}
                        </span>
                      </>
                    )}
                    <span>{words.after}</span>
                  </>
                ) : (
                  <span className={styles.before}>{t`${words.after}, as before`}</span>
                )}
              </span>
            )}
            {words.choice && turned && (
              <RowChoiceBox choice={words.choice} title={words.title} {...{ turned, onTurn }} />
            )}
          </>
        )}
      </li>
    )
  }

  if (error) return <Failed error={error} />
  if (isEmpty)
    return (
      <p className={styles.none}>
        <Trans>No rows</Trans>
      </p>
    )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard
    <section className={styles.scroll} tabIndex={0} aria-label={t`Rows`} onScroll={follow}>
      <ul className={styles.rows} style={{ height: total * rowHeight }}>
        {Array.from({ length: Math.max(0, end - start) }, (_, at) => row(start + at, rowAt(start + at)))}
      </ul>
    </section>
  )
}

interface RowChoiceBoxProps {
  choice: RowChoice
  title: string
  turned: ReadonlySet<string>
  onTurn: ChangeSetRowsProps['onTurn']
}

/** What the person may choose for one row. */
function RowChoiceBox({ choice: { key, label, isPlanned }, title, turned, onTurn }: RowChoiceBoxProps) {
  return (
    <span className={styles.choice}>
      <Checkbox
        label={label}
        aria-label={`${label}: ${title}`}
        checked={isPlanned !== turned.has(key)}
        onChange={() => onTurn?.(key)}
      />
    </span>
  )
}
