import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { signInAddress } from '../../session/sign-in-address'
import { LazySection } from './lazy-section'
import { lazySections } from './lazy-sections'
import styles from './login-footer.module.css'
import { type Installation, isOnPremise, offersReset } from './sign-in-config'

interface LoginFooterProps {
  installation: Partial<Installation>
  /** Whether to offer a new project; false when the user is already on the way to one. */
  offersProject: boolean
  hasRegions: boolean
  hasProviders: boolean
}

/** Links for users without an account or with trouble signing in. */
export function LoginFooter({ installation, offersProject, hasRegions, hasProviders }: LoginFooterProps) {
  const [showsHelp, setShowsHelp] = useState(false)
  if (isOnPremise(installation)) return null
  return (
    <footer className={styles.footer}>
      {offersProject && (
        <span>
          {installation.canRegister ? (
            <Trans>
              New here? <a href="/register">Create a project</a>, free for 10 days.
            </Trans>
          ) : (
            <a href={signInAddress('/new-project')}>
              <Trans>Create a project</Trans>
            </a>
          )}
        </span>
      )}
      <button type="button" className={styles.link} onClick={() => setShowsHelp(true)}>
        <Trans>Help</Trans>
      </button>
      {showsHelp && (
        <LazySection
          load={lazySections.help}
          props={{
            supportMail: installation.supportMail,
            offersReset: offersReset(installation),
            canRegister: installation.canRegister === true,
            hasRegions,
            hasProviders,
            onClose: () => setShowsHelp(false),
          }}
        />
      )}
    </footer>
  )
}
