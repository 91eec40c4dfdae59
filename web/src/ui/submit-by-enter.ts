import type { KeyboardEvent } from 'react'

/** Where Enter does nothing by itself; a choice that is open takes it. */
const idle = () => (CSS.supports('selector(:open)') ? 'section, ul, select:not(:open)' : 'section, ul, select')

/**
 * Enter submits a panel from wherever the browser does not see to it: from the panel itself, which has the focus while its
 * data is fetched, from a choice and from a list that scrolls (admin-console chapter 2). Gives whether it took the key.
 */
export function submitByEnter(event: KeyboardEvent<HTMLElement>): boolean {
  const { key, target, currentTarget } = event
  if (key !== 'Enter' || event.defaultPrevented || !(target instanceof HTMLElement)) return false
  // A dialog that was opened from another one bubbles through it.
  const isOwn =
    target === currentTarget || (target.matches(idle()) && target.closest('dialog, [role=dialog]') === currentTarget)
  const submit = isOwn && currentTarget.querySelector<HTMLElement>('[type=submit]:not(:disabled)')
  if (!submit) return false
  event.preventDefault()
  submit.click()
  return true
}
