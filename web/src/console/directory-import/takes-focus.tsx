import type { ReactNode } from 'react'
import { takeLostFocus } from '../../ui/take-lost-focus'

/** What follows a pressed button that is gone takes its focus. */
export const TakesFocus = ({ children }: { children: ReactNode }) => (
  <div ref={takeLostFocus} tabIndex={-1}>
    {children}
  </div>
)
