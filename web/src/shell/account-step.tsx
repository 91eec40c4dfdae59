import type { ReactNode } from 'react'
import { AccountActs, AccountColumn, AccountPart } from './account-part'
import { DoorScreen, DoorWays } from './door-screen'

interface StepScreenProps {
  /** It has to be done before anything else: it stands in a doorway of its own, not on the account page. */
  isAlone: boolean
  title: string
  focusesHeading?: boolean
  children: ReactNode
}

/** A step about the account that some go through on the account page, and others before they get anywhere. */
export const StepScreen = ({ isAlone, title, focusesHeading = false, children }: StepScreenProps) =>
  isAlone ? (
    <DoorScreen title={title} focusesHeading={focusesHeading}>
      {children}
    </DoorScreen>
  ) : (
    <AccountPart title={title} focusesHeading={focusesHeading}>
      <AccountColumn>{children}</AccountColumn>
    </AccountPart>
  )

/** The ways on from such a step: the main one first. */
export const StepWays = ({ isAlone, children }: { isAlone: boolean; children: ReactNode }) =>
  isAlone ? <DoorWays>{children}</DoorWays> : <AccountActs>{children}</AccountActs>
