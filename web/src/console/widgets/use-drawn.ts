import { useState } from 'react'

/** Whether the widgets of a card are drawn: near the screen, and from then on while one of them is edited, so that what was chosen stays. */
export function useDrawn(isNear: boolean, isEdited: boolean): boolean {
  const [wasDrawn, setDrawn] = useState(isNear)
  const isDrawn = isNear || (wasDrawn && isEdited)
  if (isDrawn !== wasDrawn) setDrawn(isDrawn)
  return isDrawn
}
