import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { AuthLayout } from '../../ui/auth-layout'
import { Button } from '../../ui/button'
import { Mark } from '../../ui/mark'
import { Help } from './help'
import { type Installation, isOnPremise, offersReset } from './sign-in-facts'
import styles from './start-screen.module.css'

interface StartScreenProps {
  installation: Partial<Installation>
  hasRegions: boolean
  hasProviders: boolean
  /** False on iOS, where no projects are made. */
  offersProject: boolean
  onCreateProject(): void
  onLogIn(): void
}

/** The first screen of a freshly installed native app: try it out, log in, or ask. */
export function StartScreen({ installation, hasRegions, hasProviders, ...on }: StartScreenProps) {
  const [asksHelp, setAsksHelp] = useState(false)
  const offersMore = !isOnPremise(installation)
  const offersProject = offersMore && on.offersProject
  return (
    <AuthLayout>
      <header className={styles.brand}>
        <Mark size={56} />
        <h1>Lintel</h1>
        <p>
          <Trans>Your building projects, on site and at the desk.</Trans>
        </p>
      </header>
      <div className={styles.ways}>
        {offersProject && (
          <div className={styles.trial}>
            <Button kind="primary" wide onClick={on.onCreateProject}>
              <Trans>Create a new project</Trans>
            </Button>
            {installation.canRegister && (
              <p>
                <Trans>Free for 10 days</Trans>
              </p>
            )}
          </div>
        )}
        <Button kind={offersProject ? 'plain' : 'primary'} wide onClick={on.onLogIn}>
          <Trans>Sign in</Trans>
        </Button>
        {offersMore && (
          <Button kind="quiet" wide onClick={() => setAsksHelp(true)}>
            <Trans>Help</Trans>
          </Button>
        )}
      </div>
      {asksHelp && (
        <Help
          supportMail={installation.supportMail}
          offersReset={offersReset(installation)}
          canRegister={installation.canRegister === true}
          hasRegions={hasRegions}
          hasProviders={hasProviders}
          onClose={() => setAsksHelp(false)}
        />
      )}
    </AuthLayout>
  )
}
