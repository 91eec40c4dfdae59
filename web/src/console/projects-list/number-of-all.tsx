import type { CSSProperties, ReactNode } from 'react'
import styles from './projects-list.module.css'

/**
 * Renders numbers that are a part of another one, with a bar of the part beside them; undefined where there is nothing to be a part of. The
 * same element for cells that look the same, as the grid expects.
 */
export function numbersOfAll(): (text: string, part: number, all: number) => ReactNode {
  const cachedElements = new Map<string, ReactNode>()
  return (text, part, all) => {
    if (all === 0) return undefined
    const share = `${Math.round((part / all) * 100)}%`
    const key = `${share} ${text}`
    const element = cachedElements.get(key) ?? (
      <span className={styles.ofAll} style={{ '--share': share } as CSSProperties}>
        {text}
      </span>
    )
    cachedElements.set(key, element)
    return element
  }
}
