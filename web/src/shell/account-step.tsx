import type { ReactNode } from 'react'
import { AccountActs, AccountColumn, AccountPart } from './account-part'
import { AuthActions, AuthScreen } from './auth-screen'

interface StepScreenProps {
  /** It has to be done before anything else: it stands in a auth-layout of its own, not on the account page. */
  isAlone: boolean
  title: string
  focusesHeading?: boolean
  children: ReactNode
}

/** A step about the account that some go through on the account page, and others before they get anywhere. */
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

/** The ways on from such a step: the main one first. */
export const StepWays = ({ isAlone, children }: { isAlone: boolean; children: ReactNode }) =>
  isAlone ? <AuthActions>{children}</AuthActions> : <AccountActs>{children}</AccountActs>
