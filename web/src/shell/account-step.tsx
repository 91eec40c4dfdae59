import type { ReactNode } from 'react'
import { AccountActions, AccountColumn, AccountPart } from './account-part'
import { AuthActions, AuthScreen } from './auth-screen'

interface StepScreenProps {
  /** Mandatory before anything else: shown on a screen of its own, not on the account page. */
  isAlone: boolean
  title: string
  focusesHeading?: boolean
  children: ReactNode
}

/** An account step that is shown either on the account page or, when mandatory, on a screen of its own. */
export const StepScreen = ({ isAlone, title, focusesHeading = false, children }: StepScreenProps) =>
  isAlone ? (
    <AuthScreen title={title} focusesHeading={focusesHeading}>
      {children}
    </AuthScreen>
  ) : (
    <AccountPart title={title} focusesHeading={focusesHeading}>
      <AccountColumn>{children}</AccountColumn>
    </AccountPart>
  )

/** Actions of such a step: the primary one first. */
export const StepActions = ({ isAlone, children }: { isAlone: boolean; children: ReactNode }) =>
  isAlone ? <AuthActions>{children}</AuthActions> : <AccountActions>{children}</AccountActions>
