import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import type { OwnInvitation } from '@lintel/contract/people/own-invitation'
import { formatName } from '../../i18n/name-order'

/** Welcomes an invited user: names the inviter and the project. */
export function InvitedBy({ invitation }: { invitation: OwnInvitation }) {
  const { i18n } = useLingui()
  const { invitedBy } = invitation
  const project = invitation.project.name
  const customer = invitation.customer.name
  const person = invitedBy && formatName(i18n.locale, invitedBy)
  return (
    <p>
      {person === null ? (
        <Trans>
          You have been invited to the project <b>{project}</b> of {customer}.
        </Trans>
      ) : (
        <Trans>
          {person} has invited you to the project <b>{project}</b> of {customer}.
        </Trans>
      )}
    </p>
  )
}
