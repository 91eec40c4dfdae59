import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { isComposing } from './composing'
import { describedBy, FieldFrame, type FieldProps } from './field'
import { filterOptions, type SelectGroup } from './filter-options'
import { Icon } from './icon'
import styles from './select-field.module.css'
import { SelectList } from './select-list'
import { emptyTypeahead, extendTypeahead, findByTypeahead } from './typeahead'

interface SelectFieldProps extends Omit<FieldProps, 'label'> {
  /** A plain text, since it names the list of options as well. */
  label: string
  options: readonly SelectGroup[]
  value: string
  onChange(value: string): void
}

/** Number of options from which the field is searchable. */
const minSearchableOptions = 12

/** State of an open list: the query, once something was typed, and the index of the active option; -1 for none. */
interface OpenList {
  query: string | undefined
  at: number
}

/**
 * A select with groups. With many options it is an editable combobox: typing filters, and Enter chooses the active
 * option or the only match. With few it is a select-only combobox: typing jumps to the next option with that prefix.
 * Enter opens a closed list while nothing is chosen and then submits the form, as in a native select; Escape closes
 * either (WAI-ARIA combobox pattern).
 */
export function SelectField({ label, hint, error, options, value, onChange }: SelectFieldProps) {
  const { t } = useLingui()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const typed = useRef(emptyTypeahead)
  const [open, setOpen] = useState<OpenList>()
  const all = options.flatMap(({ items }) => items)
  const chosen = all.find((option) => option.value === value)
  const { listed, more } = filterOptions(options, open?.query ?? '')
  const found = listed.flatMap(({ items }) => items)
  const isOnly = Boolean(open?.query) && more === 0 && found.length === 1
  const at = isOnly ? 0 : (open?.at ?? -1)
  const active = found[at]
  const currentIndex = open ? at : all.findIndex((option) => option.value === value)
  const isSearched = all.length >= minSearchableOptions

  const show = () => setOpen({ query: undefined, at: found.findIndex((option) => option.value === value) })
  const close = () => setOpen(undefined)

  function choose(next: string) {
    close()
    if (next !== value) onChange(next)
  }

  function move(by: number) {
    if (!open) return show()
    const { length } = found
    if (length > 0) setOpen({ ...open, at: at < 0 ? (by > 0 ? 0 : length - 1) : (at + by + length) % length })
  }

  /** Type-ahead of a select-only list; true if it handled the key. */
  function type(event: KeyboardEvent): boolean {
    const letters = isSearched ? undefined : extendTypeahead(typed.current, event)
    if (!letters) return false
    typed.current = letters
    const index = findByTypeahead(
      letters.text,
      { length: all.length, labelAt: (one) => all[one]?.label ?? '' },
      currentIndex,
    )
    setOpen({ query: undefined, at: index ?? currentIndex })
    return true
  }

  function onKeyDown(event: KeyboardEvent) {
    // Keys of an input method must not reach the elements around the field.
    if (isComposing(event)) return event.stopPropagation()
    if (type(event)) return event.preventDefault()
    const isActionKey = event.key === 'Enter' ? open !== undefined || !chosen : event.key === ' ' && !isSearched
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Escape' && open) close()
    else if (isActionKey && active) choose(active.value)
    else if (isActionKey && !open) show()
    else if (!isActionKey) return
    event.preventDefault()
    // The key must not reach the dialog around the list.
    event.stopPropagation()
  }

  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <div className={styles.control} data-invalid={error ? true : undefined}>
        <input
          ref={input}
          id={id}
          className={styles.input}
          role="combobox"
          aria-expanded={open !== undefined}
          aria-haspopup="listbox"
          aria-controls={open ? `${id}-list` : undefined}
          aria-activedescendant={open && active ? `${id}-${at}` : undefined}
          aria-autocomplete={isSearched ? 'list' : 'none'}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, { hint, error })}
          autoComplete="off"
          spellCheck={false}
          readOnly={!isSearched}
          value={open?.query ?? chosen?.label ?? ''}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onBlur={close}
          onClick={() => (open && !isSearched ? close() : open || show())}
          onChange={({ target }) => setOpen({ query: target.value, at: -1 })}
          onKeyDown={onKeyDown}
        />
        <Icon name="chevronDown" size={16} />
      </div>
      <span className="said-only" role="status">
        {open?.query &&
          (found.length > 0
            ? t`${plural(found.length + more, { one: '# option found', other: '# options found' })}`
            : t`Nothing found`)}
      </span>
      {open && (
        <SelectList
          id={id}
          label={label}
          anchor={input}
          listed={listed}
          more={
            more > 0 ? t`${plural(more, { one: '# more: type to find it', other: '# more: type to find them' })}` : ''
          }
          chosen={value}
          at={at}
          onChoose={choose}
        />
      )}
    </FieldFrame>
  )
}
