import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import styles from './change-sets.module.css'

/** Labels of the columns of a file. */
const columnLabels: Readonly<Record<string, MessageDescriptor>> = {
  user: msg`Email`,
  project: msg`Project`,
  level: msg`Role`,
  accessUntil: msg`End date`,
  name: msg`Name`,
  number: msg`Number`,
  country: msg`Country`,
  externalId: msg`External id`,
  industry: msg`Industry`,
}

/** The cell of a file that caused a conflict: its column and its exact value. */
export function RefusedCell({ column, value }: { column: string; value: string }) {
  const { i18n } = useLingui()
  const label = columnLabels[column]
  const name = label ? i18n._(label) : column
  return (
    <span className={styles.cell}>
      {value.trim() === '' ? (
        <Trans>{name}: empty</Trans>
      ) : (
        <>
          {name}: <q className={styles.value}>{value}</q>
        </>
      )}
    </span>
  )
}
