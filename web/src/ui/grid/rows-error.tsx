import type { ReactNode } from 'react'
import { keepFocusNearby } from '../focus-return'

/** A failure in the place of the rows. It is announced, and its button “Try again” leaves the focus near it when it works. */
export const RowsError = ({ children }: { children: ReactNode }) => (
  <div role="alert" onClickCapture={keepFocusNearby}>
    {children}
  </div>
)
