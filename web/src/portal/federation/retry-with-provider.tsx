import type { ReactNode } from 'react'
import { pendingLoginFor, redirectToProvider } from '../../session/external-login'
import { Button } from '../../ui/button'

interface RetryWithProviderProps {
  provider: { id: string; name: string }
  /** Whether the session is to be remembered, if this tab does not know the original intent. */
  rememberMe?: boolean
  children: ReactNode
}

/** Redirects to the provider again with the original intent; a user who is still signed in there returns at once. */
export const RetryWithProvider = ({ provider: { id, name }, rememberMe = false, children }: RetryWithProviderProps) => (
  <Button
    kind="primary"
    wide
    onClick={() => redirectToProvider(pendingLoginFor(id) ?? { provider: id, name, intent: 'signIn', rememberMe })}
  >
    {children}
  </Button>
)
