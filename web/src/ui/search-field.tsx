import { useLingui } from '@lingui/react/macro'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { isComposing } from './composing'
import { Icon } from './icon'
import styles from './search-field.module.css'

interface SearchFieldProps {
  /** Label and placeholder of the field. */
  label: string
  /** The current query, from the address. */
  value: string
  /** Called after a pause in typing, or at once when the field is emptied. */
  onSearch(value: string): void
  /** Debounce delay in ms; 0 for lists that are filtered locally. */
  pauseMs?: number
  autoFocus?: boolean
  ref?: RefObject<HTMLInputElement | null>
}

/** Maximum length of a query in characters; the server refuses longer ones. */
const maxLength = 200

/** Maximum number of sent queries that are awaited in `value`. */
const maxSent = 20

/** A search box. Uncontrolled, so that data flows one way: field → address → list. */
export function SearchField({ label, value, onSearch, pauseMs = 300, autoFocus, ref }: SearchFieldProps) {
  const { t } = useLingui()
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  const inner = useRef<HTMLInputElement>(null)
  const inputRef = ref ?? inner
  /** Sent queries that have not arrived in `value` yet. */
  const sentQueries = useRef<readonly string[]>([])
  const [isFilled, setFilled] = useState(value !== '')

  // Writes external changes into the input: a cleared filter, Back in the history.
  useLayoutEffect(() => {
    const sentIndex = sentQueries.current.indexOf(value)
    sentQueries.current = sentQueries.current.slice(sentIndex + 1)
    if (!inputRef.current || sentIndex >= 0 || pause.current !== undefined || inputRef.current.value === value) return
    inputRef.current.value = value
    setFilled(value !== '')
  }, [value, inputRef])

  // No search after leaving the screen: it would navigate back.
  useLayoutEffect(() => () => clearTimeout(pause.current), [])

  function send(text: string) {
    pause.current = undefined
    sentQueries.current = [...sentQueries.current.slice(-maxSent), text]
    onSearch(text)
  }

  function search(text: string, after: number) {
    setFilled(text !== '')
    clearTimeout(pause.current)
    pause.current = setTimeout(send, after, text)
  }

  /** Sends a pending query at once when the focus leaves: otherwise the list would change under the person's hands. */
  function flush() {
    if (pause.current === undefined || !inputRef.current) return
    clearTimeout(pause.current)
    send(inputRef.current.value)
  }

  function clear() {
    if (!inputRef.current) return
    inputRef.current.value = ''
    inputRef.current.focus()
    search('', 0)
  }

  return (
    <div className={styles.field}>
      <Icon name="search" />
      <input
        ref={inputRef}
        className={styles.input}
        type="search"
        aria-label={label}
        placeholder={label}
        defaultValue={value}
        maxLength={maxLength}
        // biome-ignore lint/a11y/noAutofocus: only where a dialog opened for typing, or the page is the search
        autoFocus={autoFocus}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => search(target.value, target.value === '' ? 0 : pauseMs)}
        onBlur={flush}
        onKeyDown={(event) => {
          // Keys of an input method must not reach the elements around the field.
          if (isComposing(event)) return event.stopPropagation()
          const around = event.currentTarget.closest('dialog, [role=dialog]')
          if (event.key === 'Enter') {
            const isSearching = pause.current !== undefined
            flush()
            // Enter submits a filter panel together with its searches, and a form in a dialog once the search is done; no other form.
            if (!around || (isSearching && around.matches('dialog'))) event.preventDefault()
          } else if (event.key === 'Escape' && event.currentTarget.value && !around?.matches('[role=dialog]')) {
            // In a popover Escape closes that, with the search as it stands.
            event.preventDefault()
            clear()
          }
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
