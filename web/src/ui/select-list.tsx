import { Trans } from '@lingui/react/macro'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { SelectGroup } from './filter-options'
import styles from './select-field.module.css'
import { useAnchoredPosition } from './use-anchored-position'

interface SelectListProps {
  /** Id of the field, prefix of the ids here. */
  id: string
  label: string
  anchor: RefObject<HTMLInputElement | null>
  listed: readonly SelectGroup[]
  /** Text about options that are not listed; empty if there are none. */
  more: string
  chosen: string
  /** Index of the active option, -1 for none. */
  at: number
  onChoose(value: string): void
}

/** Maximum height of the list, in pixels. */
const maxHeight = 328

/** The options of a field, below it. The focus stays in the field, which names the active option. */
export function SelectList({ id, label, anchor, listed, more, chosen, at, onChoose }: SelectListProps) {
  const list = useRef<HTMLDivElement>(null)
  useAnchoredPosition(list, anchor, 'start', maxHeight)

  // At least as wide as its field.
  useLayoutEffect(() => {
    if (list.current && anchor.current)
      list.current.style.minWidth = `min(${anchor.current.offsetWidth}px, 100vw - 16px)`
  }, [anchor])

  // Scrolls to the active option, which has no focus that the browser would scroll to.
  useLayoutEffect(() => {
    if (at >= 0) document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, at])

  const starts = listed.map((_, group) => listed.slice(0, group).reduce((sum, { items }) => sum + items.length, 0))
  return (
    <div
      ref={list}
      id={`${id}-list`}
      role="listbox"
      aria-label={label}
      className={styles.list}
      // Keeps the focus in the field when an option is pressed.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
    >
      {listed.length === 0 && (
        // biome-ignore lint/a11y/useFocusableInteractive: it cannot be chosen
        <div role="option" aria-disabled aria-selected={false} className={styles.more}>
          <Trans>Nothing found</Trans>
        </div>
      )}
      {listed.map(({ group, items }, place) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list of options
        <div key={group} role="group" aria-labelledby={`${id}-group-${place}`}>
          <div id={`${id}-group-${place}`} role="presentation" className={styles.group}>
            {group}
          </div>
          {items.map((option, within) => {
            const number = (starts[place] ?? 0) + within
            return (
              // biome-ignore lint/a11y/useFocusableInteractive: as above
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field hears the keys
              <div
                key={option.value}
                id={`${id}-${number}`}
                role="option"
                aria-selected={option.value === chosen}
                data-active={number === at || undefined}
                className={styles.option}
                onClick={() => onChoose(option.value)}
              >
                {option.label}
              </div>
            )
          })}
        </div>
      ))}
      {more !== '' && (
        // biome-ignore lint/a11y/useFocusableInteractive: it cannot be chosen
        <div role="option" aria-disabled aria-selected={false} className={styles.more}>
          {more}
        </div>
      )}
    </div>
  )
}
