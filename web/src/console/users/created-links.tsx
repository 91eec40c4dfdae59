import { Trans, useLingui } from '@lingui/react/macro'
import { Fragment } from 'react'
import { CopyField } from '../../ui/copy-field'
import type { CreatedLink } from './use-created-links'

interface CreatedLinksProps {
  links: readonly CreatedLink[]
}

/** The links of invitations that were created in the list, each to be copied. */
export function CreatedLinks({ links }: CreatedLinksProps) {
  const { t } = useLingui()
  return links.map((link) => (
    <Fragment key={link.link}>
      <CopyField label={t`Link for ${link.email}`} value={link.link} />
      <p>
        <Trans>
          Anyone who has this link can use it, so it does not confirm the mailbox. If the account is not yours to open,
          it sends {link.email} an email instead.
        </Trans>
      </p>
    </Fragment>
  ))
}
