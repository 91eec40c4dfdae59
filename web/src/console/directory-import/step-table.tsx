// biome-ignore-all lint/a11y/useFocusableInteractive: the box around the rows is scrolled by keyboard
// biome-ignore-all lint/a11y/useSemanticElements: a table cannot be drawn in parts as they come into sight
import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import type { ChangeSet, ChangeSetRow } from '@lintel/contract/people/change-sets'
import { Failed } from '../../api/failed'
import type { Outcome } from '../../shell/change-sets/change-set-calls'
import { conflictWords } from '../../shell/change-sets/change-set-words'
import { RefusedCell } from '../../shell/change-sets/refused-cell'
import { useReadRows } from '../../shell/change-sets/use-read-rows'
import { Icon } from '../../ui/icon'
import { useScreenClass } from '../../ui/use-screen-class'
import styles from './step-table.module.css'
import { useDescribeStep } from './use-describe-step'

/** Pixels, as in the style sheet: on a phone a step is a card. */
const rowHeights = { plain: 52, phone: 148 }

interface StepTableProps {
  set: ChangeSet
  outcome: Outcome | undefined
  narrowed: { text: string; type: string }
}

/** The steps as a table, however many there are: those in sight are drawn. */
export function StepTable({ set, outcome, narrowed }: StepTableProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const describe = useDescribeStep()
  const isPhone = useScreenClass() === 'mobile'
  const rowHeight = isPhone ? rowHeights.phone : rowHeights.plain
  const asked = { id: set.id, version: set.state, shown: outcome, narrowed }
  const { total, rowAt, start, end, follow, error, isEmpty } = useReadRows(asked, rowHeight)
  const columns = [t`Type`, t`Action`, t`User`, t`Group`, t`Project`, t`Change needed`, t`Error`]

  /** Where in the files it stands. */
  const place = ({ why }: ChangeSetRow) =>
    why?.file === undefined ? '' : why.line === undefined ? why.file : t`${why.file}, line ${i18n.number(why.line)}`

  function cells(row: ChangeSetRow) {
    const { type, action, user, email, group, project, isNeeded } = describe(row)
    return [
      <span key="type">{type}</span>,
      <strong key="action">{action}</strong>,
      <span key="user" title={email || user}>
        {user}
        {email && <span className={styles.detail}>{email}</span>}
      </span>,
      <span key="group">{group}</span>,
      <span key="project">{project}</span>,
      <span key="needed">{isNeeded ? t`Yes` : t`No`}</span>,
      row.conflict && (
        <span key="error" className={styles.conflict}>
          <Icon name="alert" size={14} />
          <span>
            {i18n._(conflictWords[row.conflict])}
            <span className={styles.detail}>
              {place(row)}
              {row.why?.column !== undefined && (
                <>
                  {' · '}
                  <RefusedCell column={row.why.column} value={row.why.value ?? ''} />
                </>
              )}
            </span>
          </span>
        </span>
      ),
    ]
  }

  const drawn = (position: number, row: ChangeSetRow | undefined) => (
    <div
      key={position}
      role="row"
      aria-rowindex={position + 2}
      className={styles.row}
      data-outcome={row?.outcome}
      style={{ top: position * rowHeight, height: rowHeight }}
    >
      {row &&
        cells(row).map((cell, column) => (
          <span key={columns[column]} role="cell" data-column={columns[column]} data-empty={!cell || undefined}>
            {cell}
          </span>
        ))}
    </div>
  )

  if (error) return <Failed error={error} />
  if (isEmpty)
    return (
      <p className={styles.none}>
        <Trans>No rows</Trans>
      </p>
    )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard
    <section className={styles.scroll} tabIndex={0} aria-label={t`Steps of the import`} onScroll={follow}>
      <div role="table" aria-label={t`Steps of the import`} aria-rowcount={total + 1} aria-colcount={columns.length}>
        <div role="rowgroup">
          <div role="row" aria-rowindex={1} className={styles.head}>
            {columns.map((column) => (
              <span key={column} role="columnheader">
                {column}
              </span>
            ))}
          </div>
        </div>
        <div role="rowgroup" className={styles.rows} style={{ height: total * rowHeight }}>
          {Array.from({ length: Math.max(0, end - start) }, (_, at) => drawn(start + at, rowAt(start + at)))}
        </div>
      </div>
    </section>
  )
}
