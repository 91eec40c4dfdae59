import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { AuthLayout } from '../../ui/auth-layout'
import { Button } from '../../ui/button'
import { Mark } from '../../ui/mark'
import { Help } from './help'
import { type Installation, isOnPremise, offersReset } from './sign-in-config'
import styles from './start-screen.module.css'

interface StartScreenProps {
  installation: Partial<Installation>
  hasRegions: boolean
  hasProviders: boolean
  /** False on iOS, where projects cannot be created. */
  offersProject: boolean
  onCreateProject(): void
  onLogIn(): void
}

/** The first screen of a freshly installed native app: create a project, sign in, or get help. */
export function StartScreen({ installation, hasRegions, hasProviders, ...handlers }: StartScreenProps) {
  const [showsHelp, setShowsHelp] = useState(false)
  const offersMore = !isOnPremise(installation)
  const offersProject = offersMore && handlers.offersProject
  return (
    <AuthLayout>
      <header className={styles.brand}>
        <Mark size={56} />
        <h1>Lintel</h1>
        <p>
          <Trans>Your building projects, on site and at the desk.</Trans>
        </p>
      </header>
      <div className={styles.actions}>
        {offersProject && (
          <div className={styles.trial}>
            <Button kind="primary" wide onClick={handlers.onCreateProject}>
              <Trans>Create a new project</Trans>
            </Button>
            {installation.canRegister && (
              <p>
                <Trans>Free for 10 days</Trans>
              </p>
            )}
          </div>
        )}
        <Button kind={offersProject ? 'plain' : 'primary'} wide onClick={handlers.onLogIn}>
          <Trans>Sign in</Trans>
        </Button>
        {offersMore && (
          <Button kind="quiet" wide onClick={() => setShowsHelp(true)}>
            <Trans>Help</Trans>
          </Button>
        )}
      </div>
      {showsHelp && (
        <Help
          supportMail={installation.supportMail}
          offersReset={offersReset(installation)}
          canRegister={offersProject && installation.canRegister === true}
          hasRegions={hasRegions}
          hasProviders={hasProviders}
          onClose={() => setShowsHelp(false)}
        />
      )}
    </AuthLayout>
  )
}
