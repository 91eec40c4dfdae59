import { Trans, useLingui } from '@lingui/react/macro'
import { type Invitation, invitations, mayResend, resendInvitation } from '@lintel/contract/people/invitations'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../api/ask'
import { all } from '../../api/resource'
import { useSave } from '../../api/use-save'
import { Button } from '../../ui/button'
import { showToast } from '../../ui/toast'

/** The invitations to a project, the latest first. */
export const invitationsOf = (project: string) => all(invitations, { filter: { project }, sort: ['-sentAt'] })

/** Gives for a member, by email, the invitation that they have not taken up. */
export function useOpenInvitations(project: string): (user: string) => Invitation | undefined {
  const { data } = useQuery(invitationsOf(project))
  return (user) => {
    const latest = data?.records.find((invitation) => invitation.user === user)
    return latest && latest.state !== 'accepted' && mayResend(latest) ? latest : undefined
  }
}

/** Where the invitation of a member stands who has not taken it up, and the way to send it again. */
export function Invited({ invitation, isReadOnly }: { invitation: Invitation; isReadOnly: boolean }) {
  const { t } = useLingui()
  const { id, email } = invitation
  const resend = useSave<void, void>({
    work: () => ask(resendInvitation, { parameters: { id } }),
    touches: [invitations],
    onSaved: () => showToast({ kind: 'done', text: t`Sent again to ${email}. The earlier link no longer works.` }),
  })
  return (
    <>
      <State invitation={invitation} />
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

function State({ invitation: { state, sentAt, expiresAt } }: { invitation: Invitation }) {
  const { i18n } = useLingui()
  const dayOf = (instant: string) => i18n.date(new Date(instant), { dateStyle: 'medium' })
  if (state === 'bounced') return <Trans>The invitation could not be delivered.</Trans>
  if (state === 'expired' && expiresAt) {
    const day = dayOf(expiresAt)
    return <Trans>The invitation expired on {day}.</Trans>
  }
  const day = dayOf(sentAt)
  return <Trans>Invited on {day}</Trans>
}
