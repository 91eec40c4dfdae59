import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { signInAddress } from '../../session/sign-in-address'
import { LaterPart } from './later-part'
import { laterParts } from './later-parts'
import styles from './login-footer.module.css'
import { type Installation, isOnPremise, offersReset } from './sign-in-facts'

interface LoginFooterProps {
  installation: Partial<Installation>
  /** Where projects are made; not offered to somebody who is on the way there. */
  offersProject: boolean
  hasRegions: boolean
  hasProviders: boolean
}

/** For those who have no account yet, or cannot get in. */
export function LoginFooter({ installation, offersProject, hasRegions, hasProviders }: LoginFooterProps) {
  const [asksHelp, setAsksHelp] = useState(false)
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
      <button type="button" className={styles.link} onClick={() => setAsksHelp(true)}>
        <Trans>Help</Trans>
      </button>
      {asksHelp && (
        <LaterPart
          part={laterParts.help}
          props={{
            supportMail: installation.supportMail,
            offersReset: offersReset(installation),
            canRegister: installation.canRegister === true,
            hasRegions,
            hasProviders,
            onClose: () => setAsksHelp(false),
          }}
        />
      )}
    </footer>
  )
}
