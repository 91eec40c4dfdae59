import { type ReactNode, useId } from 'react'
import styles from './templates.module.css'

interface ChoiceListProps<T extends { id: string; name: string }> {
  title: ReactNode
  items: readonly T[]
  chosen: string | undefined
  onChoose(id: string): void
  /** Rendered before the name, such as a colour. */
  before?(item: T): ReactNode
  /** Rendered after the name, with its own action. */
  after?(item: T): ReactNode
}

/** A list of templates or libraries in which one is selected. */
export function ChoiceList<T extends { id: string; name: string }>(props: ChoiceListProps<T>) {
  const { title, items, chosen, onChoose, before, after } = props
  const id = useId()
  return (
    <>
      <h2 id={id} className={styles.heading}>
        {title}
      </h2>
      <ul className={styles.list} aria-labelledby={id}>
        {items.map((item) => (
          <li key={item.id} className={styles.choice} data-chosen={item.id === chosen || undefined}>
            <button
              type="button"
              className={styles.choose}
              aria-current={item.id === chosen ? 'true' : undefined}
              title={item.name}
              onClick={() => onChoose(item.id)}
            >
              {before?.(item)}
              <span className={styles.name}>{item.name}</span>
            </button>
            {after?.(item)}
          </li>
        ))}
      </ul>
    </>
  )
}
