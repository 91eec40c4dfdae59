import type { KeyboardEvent } from 'react'

/** Elements in which Enter has no default action; an open select handles it itself. */
const idleTargets = () => (CSS.supports('selector(:open)') ? 'section, ul, select:not(:open)' : 'section, ul, select')

/**
 * Submits a panel on Enter where the browser does not: from the panel itself, which has the focus while its data is
 * loading, from a select and from a scrolling list (admin-console chapter 2). Returns whether it handled the key.
 */
export function submitByEnter(event: KeyboardEvent<HTMLElement>): boolean {
  const { key, target, currentTarget } = event
  if (key !== 'Enter' || event.defaultPrevented || !(target instanceof HTMLElement)) return false
  // Events of a dialog opened from another one bubble through it in React.
  const isOwn =
    target === currentTarget ||
    (target.matches(idleTargets()) && target.closest('dialog, [role=dialog]') === currentTarget)
  const submit = isOwn && currentTarget.querySelector<HTMLElement>('[type=submit]:not(:disabled)')
  if (!submit) return false
  event.preventDefault()
  submit.click()
  return true
}
