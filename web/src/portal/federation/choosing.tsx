import { Trans, useLingui } from '@lingui/react/macro'
import { DoorScreen, DoorWays } from '../../shell/door-screen'
import { Button, buttonClass } from '../../ui/button'

interface ChoosingProps {
  provider: string
  linkingAllowed: boolean
  onChoose(choice: 'existingUser' | 'firstTime'): void
}

/** The provider knows the person, we do not: is there an account already, or is this the first time? */
export function Choosing({ provider, linkingAllowed, onChoose }: ChoosingProps) {
  const { t } = useLingui()
  if (!linkingAllowed) {
    return (
      <DoorScreen title={t`You have no access to any projects yet`} focusesHeading>
        <p>
          <Trans>
            You are signed in with {provider}, but nobody has invited you to a project yet. You can create your account
            now.
          </Trans>
        </p>
        <DoorWays>
          <Button kind="primary" wide onClick={() => onChoose('firstTime')}>
            <Trans>Create my account</Trans>
          </Button>
          <a href="/login" className={buttonClass({ wide: true, kind: 'quiet' })}>
            <Trans>Back to sign in</Trans>
          </a>
        </DoorWays>
      </DoorScreen>
    )
  }
  return (
    <DoorScreen title={t`Do you have an account?`} focusesHeading>
      <p>
        <Trans>You are signed in with {provider}. We do not know yet which account is yours.</Trans>
      </p>
      <DoorWays>
        <Button wide onClick={() => onChoose('existingUser')}>
          <Trans>I have an existing user</Trans>
        </Button>
        <Button wide onClick={() => onChoose('firstTime')}>
          <Trans>This is my first time</Trans>
        </Button>
        <a href="/login" className={buttonClass({ wide: true, kind: 'quiet' })}>
          <Trans>Back to sign in</Trans>
        </a>
      </DoorWays>
    </DoorScreen>
  )
}
