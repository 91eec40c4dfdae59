import { useLingui } from '@lingui/react'
import { useLingui as useMacro } from '@lingui/react/macro'
import { Fragment, type ReactNode } from 'react'
import styles from './status-table.module.css'

/** Number of items in a state, and how many of them reached it today. */
interface CountedState {
  total: number
  today: number
}

/** A row of the table. */
export interface StatusRow {
  id: string
  name: string
  /** In the order of the columns. */
  states: readonly CountedState[]
}

interface StatusTableProps {
  /** Accessible name of the table. */
  label: string
  /** Names of the states, in the order of the columns. */
  states: readonly string[]
  rows: readonly StatusRow[]
  /** Shown when there are no rows. */
  empty: ReactNode
}

/** Number of runs or topics in each state, in total and today (admin-console chapter 2). */
export function StatusTable({ label, states, rows, empty }: StatusTableProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  if (rows.length === 0) return <p className={styles.empty}>{empty}</p>
  const [inAll, ofToday] = [t`total`, t`today`]
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard
    <div className={styles.scroll} role="group" tabIndex={0} aria-label={label}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col" rowSpan={2}>
              {t`Name`}
            </th>
            <th scope="col" rowSpan={2}>
              {t`Id`}
            </th>
            {states.map((state) => (
              <th key={state} scope="colgroup" colSpan={2}>
                {state}
              </th>
            ))}
          </tr>
          <tr>
            {states.map((state) => (
              <Fragment key={state}>
                <th scope="col">{inAll}</th>
                <th scope="col">{ofToday}</th>
              </Fragment>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name, states: counts }) => (
            <tr key={id}>
              <th scope="row">{name}</th>
              <td className={styles.id} title={id}>
                {id}
              </td>
              {states.map((state, at) => {
                const { total = 0, today = 0 } = counts[at] ?? {}
                return (
                  <Fragment key={state}>
                    <td>{i18n.number(total)}</td>
                    <td data-none={today === 0 || undefined}>{i18n.number(today)}</td>
                  </Fragment>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
