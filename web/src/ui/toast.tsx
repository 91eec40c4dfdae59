import { useLingui } from '@lingui/react/macro'
import { useLayoutEffect, useState, useSyncExternalStore } from 'react'
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
    toasts.map((toast) => (
      <ToastCard
        key={toast.key}
        toast={toast}
        onGone={() => shown.set(shown.value().filter(({ key }) => key !== toast.key))}
      />
    )),
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

function ToastCard({ toast, onGone }: { toast: Shown; onGone(): void }) {
  const { t } = useLingui()
  const [isLeaving, setLeaving] = useState(false)
  const [isHeld, setHeld] = useState(false)

  // A clock: words leave after their reading time, counted from their drawing, unless pointer or focus rests on them.
  useLayoutEffect(() => {
    if (isHeld || isLeaving) return
    const timer = setTimeout(() => setLeaving(true), toast.action ? actingTimeMs : readingTimeMs[toast.kind])
    return () => clearTimeout(timer)
  }, [isHeld, isLeaving, toast.kind, toast.action])

  // A clock: taken out when the fading is over, whether or not it was animated.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new onGone must not start the fading again
  useLayoutEffect(() => {
    if (!isLeaving) return
    const timer = setTimeout(onGone, toastFadeMs)
    return () => clearTimeout(timer)
  }, [isLeaving])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: resting on it only holds the clock, nothing is done by it
    <div
      className={styles.card}
      data-kind={toast.kind}
      data-leaving={isLeaving || undefined}
      role={toast.kind === 'problem' ? 'alert' : undefined}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
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
            setLeaving(true)
            toast.action?.run()
          }}
        >
          {toast.action.words}
        </button>
      )}
      <button type="button" className={styles.close} aria-label={t`Close`} onClick={() => setLeaving(true)}>
        <Icon name="close" size={16} />
      </button>
    </div>
  )
}
