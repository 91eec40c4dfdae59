// biome-ignore-all lint/a11y/useFocusableInteractive: the box around the rows is scrolled by keyboard
// biome-ignore-all lint/a11y/useSemanticElements: a table element cannot be virtualized

import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import type { ChangeSet, ChangeSetRow } from '@lintel/contract/people/change-sets'
import { LoadError } from '../../api/load-error'
import type { Outcome } from '../../shell/change-sets/change-set-calls'
import { conflictTexts } from '../../shell/change-sets/change-set-labels'
import { RefusedCell } from '../../shell/change-sets/refused-cell'
import { useReadRows } from '../../shell/change-sets/use-read-rows'
import { Icon } from '../../ui/icon'
import { useScreenClass } from '../../ui/use-screen-class'
import styles from './step-table.module.css'
import { useDescribeStep } from './use-describe-step'

/** Row heights in pixels, as in the style sheet: on a phone a step is a card. */
const rowHeights = { plain: 52, phone: 148 }

interface StepTableProps {
  set: ChangeSet
  outcome: Outcome | undefined
  criteria: { text: string; type: string }
}

/** The steps as a virtualized table: only visible rows are rendered. */
export function StepTable({ set, outcome, criteria }: StepTableProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const describe = useDescribeStep()
  const isPhone = useScreenClass() === 'mobile'
  const rowHeight = isPhone ? rowHeights.phone : rowHeights.plain
  const request = { id: set.id, version: set.state, shown: outcome, criteria }
  const { total, rowAt, start, end, onScroll, error, isEmpty } = useReadRows(request, rowHeight)
  const columns = [t`Type`, t`Action`, t`User`, t`Group`, t`Project`, t`Change needed`, t`Error`]

  /** Position in the files. */
  const positionText = ({ why }: ChangeSetRow) =>
    why?.file === undefined ? '' : why.line === undefined ? why.file : t`${why.file}, line ${i18n.number(why.line)}`

  /** The number of those whom an import leaves as they are. */
  const countText = ({ conflict, why }: ChangeSetRow) =>
    conflict === 'loginMethodRequired'
      ? t`${plural(why?.count ?? 0, { one: '# project', other: '# projects' })}`
      : t`${plural(why?.count ?? 0, { one: '# person', other: '# people' })}`

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
            <span className={styles.reason} title={i18n._(conflictTexts[row.conflict])}>
              {i18n._(conflictTexts[row.conflict])}
            </span>
            <span className={styles.detail}>
              {positionText(row)}
              {row.why?.column !== undefined && (
                <>
                  {' · '}
                  <RefusedCell column={row.why.column} value={row.why.value ?? ''} />
                </>
              )}
              {row.why?.count !== undefined && ` · ${countText(row)}`}
            </span>
          </span>
        </span>
      ),
    ]
  }

  const renderRow = (position: number, row: ChangeSetRow | undefined) => (
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
      <section className={styles.scroll} tabIndex={0} aria-label={t`Steps of the import`} onScroll={onScroll}>
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
            {Array.from({ length: Math.max(0, end - start) }, (_, at) => renderRow(start + at, rowAt(start + at)))}
          </div>
        </div>
      </section>
      {error && <LoadError error={error} what={t`Steps of the import`} />}
    </>
  )
}
