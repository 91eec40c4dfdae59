import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import styles from './change-sets.module.css'

/** What the columns of a file are called on the screen. */
const columnWords: Readonly<Record<string, MessageDescriptor>> = {
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

/** The cell of a file that a row is refused for: which column, and what stands there, letter by letter. */
export function RefusedCell({ column, value }: { column: string; value: string }) {
  const { i18n } = useLingui()
  const words = columnWords[column]
  const name = words ? i18n._(words) : column
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
