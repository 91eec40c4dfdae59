import { useLingui } from '@lingui/react/macro'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { isComposing } from './composing'
import { Icon } from './icon'
import styles from './search-field.module.css'

interface SearchFieldProps {
  /** Names the field, and stands in it while it is empty. */
  label: string
  /** What is searched for now, from the address. */
  value: string
  /** Called when the person has paused, or at once when the field is emptied. */
  onSearch(value: string): void
  /** A pause this long, in ms, means that the person has typed what they wanted; 0 for lists that are at hand. */
  pauseMs?: number
  autoFocus?: boolean
  ref?: RefObject<HTMLInputElement | null>
}

/** Searches whose coming back is waited for. */
const mostSent = 20

/** A search box: uncontrolled, so that a keystroke goes one way, field → address → list. */
export function SearchField({ label, value, onSearch, pauseMs = 300, autoFocus, ref }: SearchFieldProps) {
  const { t } = useLingui()
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  const inner = useRef<HTMLInputElement>(null)
  const own = ref ?? inner
  /** What was searched for and has not come back in `value` yet. */
  const sent = useRef<readonly string[]>([])
  const [isFilled, setFilled] = useState(value !== '')

  // Writes into the browser's field what it was not typed into: a cleared filter, a step back in the history.
  useLayoutEffect(() => {
    const came = sent.current.indexOf(value)
    sent.current = sent.current.slice(came + 1)
    if (!own.current || came >= 0 || pause.current !== undefined || own.current.value === value) return
    own.current.value = value
    setFilled(value !== '')
  }, [value, own])

  // Whoever has left the screen is not led back to it.
  useLayoutEffect(() => () => clearTimeout(pause.current), [])

  function send(text: string) {
    pause.current = undefined
    sent.current = [...sent.current.slice(-mostSent), text]
    onSearch(text)
  }

  function search(text: string, after: number) {
    setFilled(text !== '')
    clearTimeout(pause.current)
    pause.current = setTimeout(send, after, text)
  }

  /** Whoever goes on to the list does not wait for the pause: it would change under their hands. */
  function flush() {
    if (pause.current === undefined || !own.current) return
    clearTimeout(pause.current)
    send(own.current.value)
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
        ref={own}
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
        onBlur={flush}
        onKeyDown={(event) => {
          // Neither the field nor what is around it takes a key of an input method.
          if (isComposing(event)) event.stopPropagation()
          else if (event.key === 'Enter') {
            flush()
            // Of the forms that it stands in only a panel of filters is submitted by it.
            if (!event.currentTarget.closest('[role=dialog]')) event.preventDefault()
          } else if (event.key === 'Escape' && event.currentTarget.value) {
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
