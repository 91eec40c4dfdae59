import { useState } from 'react'

/** Whether the widgets of a card are rendered: near the viewport, and afterwards while one of them is edited, so that unsaved settings are kept. */
export function useIsRendered(isNear: boolean, isEdited: boolean): boolean {
  const [wasRendered, setRendered] = useState(isNear)
  const isRendered = isNear || (wasRendered && isEdited)
  if (isRendered !== wasRendered) setRendered(isRendered)
  return isRendered
}
