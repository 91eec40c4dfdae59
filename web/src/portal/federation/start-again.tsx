import type { ReactNode } from 'react'
import { departureFor, leaveForProvider } from '../../session/external-login'
import { Button } from '../../ui/button'

interface StartAgainProps {
  provider: { id: string; name: string }
  children: ReactNode
}

/** To the provider once more, for what the person set out for. Whoever is signed in there is back in a moment. */
export const StartAgain = ({ provider: { id, name }, children }: StartAgainProps) => (
  <Button
    kind="primary"
    wide
    onClick={() => leaveForProvider(departureFor(id) ?? { provider: id, name, intent: 'signIn', rememberMe: false })}
  >
    {children}
  </Button>
)
