import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import styles from './wall.module.css'
import type { WallRow } from './wall-tiles'

interface WallTableProps {
  /** Names of the states, in the order of the columns. */
  states: readonly string[]
  rows: readonly WallRow[]
}

/** Number of items in each state, and below it how many of them since today. */
export function WallTable({ states, rows }: WallTableProps) {
  const { i18n } = useLingui()
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">
            <Trans>Name</Trans>
          </th>
          {states.map((state) => (
            <th key={state} scope="col">
              {state}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, name, states: counts }) => (
          <tr key={id}>
            <th scope="row">
              {name.slice(name.lastIndexOf('/') + 1)}
              {name.includes('/') && <small className={styles.folder}>{name.slice(0, name.lastIndexOf('/'))}</small>}
            </th>
            {states.map((state, at) => {
              const { total, today } = counts[at] ?? { total: 0, today: 0 }
              const count = i18n.number(today)
              return (
                <td key={state}>
                  {i18n.number(total)}
                  {today > 0 && (
                    <small className={styles.today}>
                      <Trans>Today: {count}</Trans>
                    </small>
                  )}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
