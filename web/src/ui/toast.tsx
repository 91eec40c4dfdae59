import { useLingui } from '@lingui/react/macro'
import { useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { Icon } from './icon'
import { observed } from './observed'
import { topmostDialog, watchDialogs } from './open-dialogs'
import { RequestIdLine } from './request-id-line'
import styles from './toast.module.css'

/** A few words about something that happened. A problem stays longer and is announced at once. */
export interface Toast {
  kind: 'done' | 'problem'
  text: string
  /** The request that failed, to be given to whoever looks for it in the log. */
  requestId?: string | undefined
  /** What can be done about it, in words; doing it takes the toast away. */
  action?: { words: string; run(): void }
}

type Shown = Toast & { key: number }

/** How long it can be read, in ms. */
const readingTimeMs = { done: 4_000, problem: 8_000 }
/** What can be acted on stays for so long, in ms. */
const actingTimeMs = 12_000

/** How long it fades (account-portal chapter 9), in ms; `--fade` of the tokens. */
const toastFadeMs = 400

const shown = observed<readonly Shown[]>([])
let lastKey = 0

/** Shows a toast from anywhere. The same words shown already are not stacked up. */
export function showToast(toast: Toast): void {
  lastKey += 1
  const others = shown.value().filter(({ text }) => text !== toast.text)
  shown.set([...others, { ...toast, key: lastKey }])
}

/**
 * Where toasts appear; once in the frame, and always there, so that screen readers hear what comes. They stand in the topmost
 * open dialog: all that is outside of it is inert and below it.
 */
export function Toasts() {
  const toasts = useSyncExternalStore(shown.watch, shown.value)
  const [place] = useState(makePlace)

  // The place itself moves, not what is drawn in it: nothing that is being read begins anew.
  useLayoutEffect(() => {
    const move = () => (topmostDialog() ?? document.body).append(place)
    move()
    const stop = watchDialogs(move)
    return () => {
      stop()
      place.remove()
    }
  }, [place])

  return createPortal(
    toasts.map((toast) => <ToastCard key={toast.key} toast={toast} />),
    place,
  )
}

function makePlace(): HTMLElement {
  const place = document.createElement('div')
  place.className = styles.place ?? ''
  place.role = 'status'
  place.ariaLive = 'polite'
  return place
}

function ToastCard({ toast }: { toast: Shown }) {
  const { t } = useLingui()
  const [isLeaving, setLeaving] = useState(false)
  const [isHeld, setHeld] = useState(false)
  /** What had the focus before something of it had. */
  const before = useRef<HTMLElement>(null)

  const isWaiting = isHeld && !isLeaving

  // A clock: words leave after their reading time, counted from their drawing, unless pointer or focus rests on them; they are taken
  // out when the fading is over, whether or not it was animated.
  useLayoutEffect(() => {
    if (isWaiting) return
    const goOn = () => (isLeaving ? shown.set(shown.value().filter((each) => each !== toast)) : setLeaving(true))
    const timer = setTimeout(goOn, isLeaving ? toastFadeMs : toast.action ? actingTimeMs : readingTimeMs[toast.kind])
    return () => clearTimeout(timer)
  }, [isWaiting, isLeaving, toast])

  /** It goes with its buttons: the focus goes back where it came from. */
  function leave() {
    setLeaving(true)
    before.current?.focus({ preventScroll: true })
  }

  const rest = () => setHeld(false)

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: resting on it only holds the clock, nothing is done by it
    <div
      className={styles.card}
      data-kind={toast.kind}
      data-leaving={isLeaving || undefined}
      role={toast.kind === 'problem' ? 'alert' : undefined}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={rest}
      onFocus={({ relatedTarget, currentTarget }) => {
        setHeld(true)
        if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget as HTMLElement | null
      }}
      onBlur={rest}
    >
      <Icon name={toast.kind === 'done' ? 'check' : 'alert'} />
      <div className={styles.words}>
        <span>{toast.text}</span>
        {toast.requestId !== undefined && <RequestIdLine requestId={toast.requestId} />}
      </div>
      {toast.action && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            // Pressed twice while it fades, it is done once.
            if (isLeaving) return
            leave()
            toast.action?.run()
          }}
        >
          {toast.action.words}
        </button>
      )}
      <button type="button" className={styles.close} aria-label={t`Close`} onClick={leave}>
        <Icon name="close" size={16} />
      </button>
    </div>
  )
}
