import { useLingui as useI18n } from '@lingui/react'
import { Plural, Trans } from '@lingui/react/macro'
import { isAll } from '@lintel/contract/projects/template-resources'
import type { EntryLibrary, EntryNode } from './template-tree'
import styles from './templates.module.css'

interface EntryLabelProps {
  node: EntryNode
  /** Undefined for a folder, and where the library no longer belongs to the customer. */
  library: EntryLibrary | undefined
  colour: string | undefined
}

/** Label of a template row: its name, the current number of resources, and the library. */
export function EntryLabel({ node: { label, entry, count, amount, original }, library, colour }: EntryLabelProps) {
  const { i18n } = useI18n()
  if (!entry) {
    return (
      <>
        <span className={styles.name} data-folder>
          {label}
        </span>
        <span className={styles.detail}>{i18n.number(count)}</span>
      </>
    )
  }
  const isEverything = isAll(entry)
  const isBelow = entry.key === 'checklistPrefix' && !isEverything
  const remarks = [
    isBelow && <Trans key="below">everything below this path</Trans>,
    !isBelow && !isEverything && amount === 0 && <Trans key="gone">not in the library any more</Trans>,
    original !== undefined && <Trans key="original">in the library: {original}</Trans>,
  ].filter(Boolean)
  return (
    <>
      <span className={styles.colour} style={{ background: colour ?? 'transparent' }} />
      <span className={styles.name} data-quiet={amount === 0 || undefined}>
        {label}
      </span>
      {(isEverything || isBelow) && amount !== undefined && (
        <span className={styles.detail}>
          <Plural value={amount} one="# today" other="# today" />
        </span>
      )}
      <span className={styles.gives}>{remarks.flatMap((remark, at) => (at === 0 ? [remark] : [' · ', remark]))}</span>
      {!(isEverything && library) && (
        <span className={styles.from}>{library ? library.name : <Trans>a library that is gone</Trans>}</span>
      )}
    </>
  )
}
