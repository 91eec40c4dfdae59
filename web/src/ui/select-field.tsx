import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { isComposing } from './composing'
import { describedBy, FieldFrame, type FieldProps } from './field'
import { Icon } from './icon'
import { listedOptions, type SelectGroup } from './listed-options'
import styles from './select-field.module.css'
import { SelectList } from './select-list'
import { foundByTyping, nothingTyped, typedWith } from './typing'

interface SelectFieldProps extends Omit<FieldProps, 'label'> {
  /** A plain text: it names the list of options as well. */
  label: string
  options: readonly SelectGroup[]
  value: string
  onChange(value: string): void
}

/** From here on a list is searched rather than read. */
const searchFrom = 12

/** An open list: what was typed, once something was, and the option that Enter takes, by its place; -1 for none. */
interface OpenList {
  query: string | undefined
  at: number
}

/**
 * One of many, in groups. When there are many, typing searches them, and the first ones found are listed; Enter takes the option that
 * the arrows are at, or the only one found (WAI-ARIA: editable combobox with a list). Few are not searched: typing goes to the next
 * one that begins so, and Enter opens the list as well (select-only combobox). Escape closes either.
 */
export function SelectField({ label, hint, error, options, value, onChange }: SelectFieldProps) {
  const { t } = useLingui()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const typed = useRef(nothingTyped)
  const [open, setOpen] = useState<OpenList>()
  const all = options.flatMap(({ items }) => items)
  const chosen = all.find((option) => option.value === value)
  const { listed, more } = listedOptions(options, open?.query ?? '')
  const found = listed.flatMap(({ items }) => items)
  const isOnly = Boolean(open?.query) && more === 0 && found.length === 1
  const at = isOnly ? 0 : (open?.at ?? -1)
  const active = found[at]
  const placeNow = open ? at : all.findIndex((option) => option.value === value)
  const isSearched = all.length >= searchFrom

  const show = () => setOpen({ query: undefined, at: found.findIndex((option) => option.value === value) })
  const close = () => setOpen(undefined)

  function take(taken: string) {
    close()
    if (taken !== value) onChange(taken)
  }

  function move(by: number) {
    if (!open) return show()
    const { length } = found
    if (length > 0) setOpen({ ...open, at: at < 0 ? (by > 0 ? 0 : length - 1) : (at + by + length) % length })
  }

  /** True where the key typed a letter that goes on to an option of a list that is not searched. */
  function type(event: KeyboardEvent): boolean {
    const letters = isSearched ? undefined : typedWith(typed.current, event)
    if (!letters) return false
    typed.current = letters
    const place = foundByTyping(letters.text, { length: all.length, labelAt: (one) => all[one]?.label ?? '' }, placeNow)
    setOpen({ query: undefined, at: place ?? placeNow })
    return true
  }

  function onKeyDown(event: KeyboardEvent) {
    // Neither the field nor what is around it takes a key of an input method.
    if (isComposing(event)) return event.stopPropagation()
    if (type(event)) return event.preventDefault()
    const isAct = event.key === 'Enter' ? !isSearched || open !== undefined : event.key === ' ' && !isSearched
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Escape' && open) close()
    else if (isAct && active) take(active.value)
    else if (isAct && !open) show()
    else if (!isAct) return
    event.preventDefault()
    // An open list takes the key, the dialog around it does not.
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
      {open && (
        <SelectList
          id={id}
          label={label}
          beside={input}
          listed={listed}
          more={
            more > 0 ? t`${plural(more, { one: '# more: type to find it', other: '# more: type to find them' })}` : ''
          }
          chosen={value}
          at={at}
          onTake={take}
        />
      )}
    </FieldFrame>
  )
}
