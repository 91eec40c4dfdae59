import { Trans, useLingui } from '@lingui/react/macro'
import { type Invitation, invitations, mayResend, resendInvitation } from '@lintel/contract/people/invitations'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../api/call-api'
import { all } from '../../api/resource'
import { useSave } from '../../api/use-save'
import { useCanReadMail } from '../../session/use-can-read-mail'
import { isSentLater } from '../../shell/is-sent-later'
import { Button } from '../../ui/button'
import { showToast } from '../../ui/toast'

/** The invitations to a project, the latest first. */
export const invitationsOf = (project: string) => all(invitations, { filter: { project }, sort: ['-sentAt'] })

/** Gives the open invitation of a member by email; undefined if it was accepted. */
export function useOpenInvitations(project: string): (user: string) => Invitation | undefined {
  const { data } = useQuery(invitationsOf(project))
  return (user) => {
    const latest = data?.records.find((invitation) => invitation.user === user)
    return latest && latest.state !== 'accepted' && mayResend(latest) ? latest : undefined
  }
}

interface InvitationStatusProps {
  invitation: Invitation
  /** The time zone of the project's customer, in which a guest's last day ends. */
  timeZone: string
  isReadOnly: boolean
}

/** The status of a member's open invitation, with a button to send it again. */
export function InvitationStatus({ invitation, timeZone, isReadOnly }: InvitationStatusProps) {
  const { t } = useLingui()
  const { id, email } = invitation
  const isSent = useCanReadMail()
  const resend = useSave<void, void>({
    work: () => callApi(resendInvitation, { parameters: { id } }),
    invalidates: [invitations],
    onSaved: () =>
      showToast({
        kind: 'done',
        text: isSent
          ? t`Sent again to ${email}. The earlier link no longer works.`
          : t`No email is sent here: the new invitation of ${email} goes to the outbox of this server. The earlier link no longer works.`,
      }),
  })
  return (
    <>
      <InvitationState {...{ invitation, timeZone }} />
      {!isReadOnly && (
        <Button
          size="small"
          busy={resend.isPending}
          onClick={() => resend.mutate()}
          aria-label={t`Send again to ${email}`}
        >
          <Trans>Send again</Trans>
        </Button>
      )}
    </>
  )
}

function InvitationState({ invitation, timeZone }: Omit<InvitationStatusProps, 'isReadOnly'>) {
  const { i18n } = useLingui()
  const { state, sentAt, expiresAt, privilegeLevel: level } = invitation
  const dayOf = (instant: string, zone?: string) =>
    i18n.date(new Date(instant), { dateStyle: 'medium', timeZone: zone })
  if (state === 'bounced') return <Trans>The invitation could not be delivered.</Trans>
  if (state === 'expired' && expiresAt) {
    const day = dayOf(expiresAt, level === privilegeLevel.guest ? timeZone : undefined)
    return <Trans>The invitation expired on {day}.</Trans>
  }
  if (isSentLater(sentAt)) {
    const time = i18n.date(new Date(sentAt), { dateStyle: 'medium', timeStyle: 'short' })
    return <Trans>The invitation will be sent on {time}.</Trans>
  }
  const day = dayOf(sentAt)
  return <Trans>Invited on {day}</Trans>
}
