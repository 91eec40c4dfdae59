import { Trans } from '@lingui/react/macro'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { SelectGroup } from './listed-options'
import styles from './select-field.module.css'
import { usePlaceBeside } from './use-place-beside'

interface SelectListProps {
  /** Of the field; what stands here has ids made of it. */
  id: string
  label: string
  beside: RefObject<HTMLInputElement | null>
  listed: readonly SelectGroup[]
  /** Says that there are more than those that are listed; empty when there are not. */
  more: string
  chosen: string
  /** Place of the option that Enter takes, -1 for none. */
  at: number
  onTake(value: string): void
}

/** Pixels: a list is never higher, however much room there is. */
const highest = 328

/** The options of a field, below it. The focus stays in the field, which says which option is the active one. */
export function SelectList({ id, label, beside, listed, more, chosen, at, onTake }: SelectListProps) {
  const list = useRef<HTMLDivElement>(null)
  usePlaceBeside(list, beside, 'start', highest)

  // As wide as its field, whatever the language makes of the window.
  useLayoutEffect(() => {
    if (list.current && beside.current) list.current.style.minWidth = `${beside.current.offsetWidth}px`
  }, [beside])

  // The active option comes into sight: it has no focus that the browser would scroll to.
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
      // A press on an option does not take the focus from the field.
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
                onClick={() => onTake(option.value)}
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
