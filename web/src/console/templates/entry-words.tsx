import { useLingui as useWords } from '@lingui/react'
import { Plural, Trans } from '@lingui/react/macro'
import type { EntryLibrary, EntryNode } from './template-tree'
import styles from './templates.module.css'

interface EntryWordsProps {
  node: EntryNode
  /** Undefined for a folder, and where the customer has the library no more. */
  library: EntryLibrary | undefined
  colour: string | undefined
}

/** A row of a template: what it is called, how much it brings today, and from which library. */
export function EntryWords({ node: { label, entry, count, amount, original }, library, colour }: EntryWordsProps) {
  const { i18n } = useWords()
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
  const isBelow = entry.key === 'checklistPrefix'
  const says = [
    isBelow && <Trans key="below">everything below this path</Trans>,
    !isBelow && !entry.isEverything && amount === 0 && <Trans key="gone">not in the library any more</Trans>,
    original !== undefined && <Trans key="original">in the library: {original}</Trans>,
  ].filter(Boolean)
  return (
    <>
      <span className={styles.colour} style={{ background: colour ?? 'transparent' }} />
      <span className={styles.name} data-quiet={amount === 0 || undefined}>
        {label}
      </span>
      {(entry.isEverything || isBelow) && amount !== undefined && (
        <span className={styles.detail}>
          <Plural value={amount} one="# today" other="# today" />
        </span>
      )}
      <span className={styles.gives}>{says.flatMap((words, at) => (at === 0 ? [words] : [' · ', words]))}</span>
      {!(entry.isEverything && library) && (
        <span className={styles.from}>{library ? library.name : <Trans>a library that is gone</Trans>}</span>
      )}
    </>
  )
}
