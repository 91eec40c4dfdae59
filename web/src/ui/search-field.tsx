import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, type Ref, useRef, useState } from 'react'
import { Icon } from './icon'
import styles from './search-field.module.css'

interface SearchFieldProps {
  /** Names the field, and stands in it while it is empty. */
  label: string
  /** What is searched for now, from the address. */
  value: string
  /** Called when the person has paused, or at once when the field is emptied. */
  onSearch(value: string): void
  onKeyDown?(event: KeyboardEvent<HTMLInputElement>): void
  /** A pause this long, in ms, means that the person has typed what they wanted; 0 for lists that are at hand. */
  pauseMs?: number
  autoFocus?: boolean
  ref?: Ref<HTMLInputElement>
}

/** A search box: uncontrolled, so that a keystroke goes one way, field → address → list. */
export function SearchField({ label, value, onSearch, onKeyDown, pauseMs = 300, autoFocus, ref }: SearchFieldProps) {
  const { t } = useLingui()
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  const own = useRef<HTMLInputElement>(null)
  const [isFilled, setFilled] = useState(value !== '')

  function search(text: string, after: number) {
    setFilled(text !== '')
    clearTimeout(pause.current)
    pause.current = setTimeout(onSearch, after, text)
  }

  function clear() {
    if (!own.current) return
    own.current.value = ''
    own.current.focus()
    search('', 0)
  }

  return (
    <div className={styles.field}>
      <Icon name="search" />
      <input
        ref={(input) => {
          own.current = input
          if (typeof ref === 'function') ref(input)
          else if (ref) ref.current = input
        }}
        className={styles.input}
        type="search"
        aria-label={label}
        placeholder={label}
        defaultValue={value}
        // biome-ignore lint/a11y/noAutofocus: only where a dialog opened for typing, or the page is the search
        autoFocus={autoFocus}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => search(target.value, target.value === '' ? 0 : pauseMs)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && own.current?.value) {
            event.preventDefault()
            clear()
          } else onKeyDown?.(event)
        }}
      />
      {isFilled && (
        <button
          type="button"
          className={styles.clear}
          aria-label={t`Clear the search`}
          title={t`Clear the search`}
          onClick={clear}
        >
          <Icon name="close" size={16} />
        </button>
      )}
    </div>
  )
}
