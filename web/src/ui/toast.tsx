import { useLingui } from '@lingui/react/macro'
import { useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { Icon } from './icon'
import { observable } from './observable'
import { topmostDialog, watchDialogs } from './open-dialogs'
import { RequestIdLine } from './request-id-line'
import styles from './toast.module.css'

/** A short message about an event. A problem stays longer and is announced at once. */
export interface Toast {
  kind: 'done' | 'problem'
  text: string
  /** Id of the failed request, for finding it in the log. */
  requestId?: string | undefined
  /** An action; running it dismisses the toast. */
  action?: { label: string; run(): void }
}

type VisibleToast = Toast & { key: number }

/** How long a toast is shown, in ms. */
const readingTimeMs = { done: 4_000, problem: 8_000 }
/** How long a toast with an action is shown, in ms. */
const actingTimeMs = 12_000

/** Duration of the fade-out (account-portal chapter 9), in ms; `--fade` of the tokens. */
const toastFadeMs = 400

const visibleToasts = observable<readonly VisibleToast[]>([])
let lastKey = 0

/** Shows a toast from anywhere. Replaces a visible toast with the same text. */
export function showToast(toast: Toast): void {
  lastKey += 1
  const others = visibleToasts.value().filter(({ text }) => text !== toast.text)
  visibleToasts.set([...others, { ...toast, key: lastKey }])
}

/**
 * The regions of toasts, mounted once in the frame and always present, so that screen readers announce changes. They move
 * into the topmost open dialog, since everything outside that is inert and below it.
 */
export function Toasts() {
  const toasts = useSyncExternalStore(visibleToasts.watch, visibleToasts.value)
  const [{ place, done, problems }] = useState(createRegions)

  // Moves the place itself, so that toasts are not re-mounted while being read.
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
    toasts.map((toast) => <ToastCard key={toast.key} toast={toast} problems={problems} />),
    done,
  )
}

/** Problems are alerts, which would be announced twice inside the polite region of the others. */
function createRegions() {
  const place = document.createElement('div')
  const done = document.createElement('div')
  const problems = document.createElement('div')
  place.className = styles.place ?? ''
  done.role = 'status'
  done.ariaLive = 'polite'
  // A second toast does not repeat the first.
  done.ariaAtomic = 'false'
  place.append(done, problems)
  return { place, done, problems }
}

function ToastCard({ toast, problems }: { toast: VisibleToast; problems: Element }) {
  const { t } = useLingui()
  const [isLeaving, setLeaving] = useState(false)
  const [isPaused, setPaused] = useState(false)
  /** The element that had the focus before the toast did. */
  const previousFocus = useRef<HTMLElement>(null)

  const isHeld = isPaused && !isLeaving

  // Timer: a toast starts fading after its reading time, unless it is hovered or focused, and is removed after the fade,
  // whether or not that was animated.
  useLayoutEffect(() => {
    if (isHeld) return
    const advance = () =>
      isLeaving ? visibleToasts.set(visibleToasts.value().filter((each) => each !== toast)) : setLeaving(true)
    const timer = setTimeout(advance, isLeaving ? toastFadeMs : toast.action ? actingTimeMs : readingTimeMs[toast.kind])
    return () => clearTimeout(timer)
  }, [isHeld, isLeaving, toast])

  /** Dismisses the toast with its buttons and returns the focus. */
  function leave() {
    setLeaving(true)
    previousFocus.current?.focus({ preventScroll: true })
  }

  const resume = () => setPaused(false)

  const card = (
    // biome-ignore lint/a11y/noStaticElementInteractions: resting on it only holds the clock, nothing is done by it
    <div
      className={styles.card}
      data-kind={toast.kind}
      data-leaving={isLeaving || undefined}
      role={toast.kind === 'problem' ? 'alert' : undefined}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={resume}
      onFocus={({ relatedTarget, currentTarget }) => {
        setPaused(true)
        if (!currentTarget.contains(relatedTarget)) previousFocus.current = relatedTarget as HTMLElement | null
      }}
      onBlur={resume}
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
            // A second press during the fade is ignored.
            if (isLeaving) return
            leave()
            toast.action?.run()
          }}
        >
          {toast.action.label}
        </button>
      )}
      <button type="button" className={styles.close} aria-label={t`Close`} onClick={leave}>
        <Icon name="close" size={16} />
      </button>
    </div>
  )
  return toast.kind === 'problem' ? createPortal(card, problems) : card
}
