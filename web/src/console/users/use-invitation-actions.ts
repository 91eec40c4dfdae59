import { useLingui } from '@lingui/react/macro'
import { copyInvitationLink, type Invitation, invitations, resendInvitation } from '@lintel/contract/people/invitations'
import { useState } from 'react'
import { isTemporaryFailure } from '../../api/availability'
import { callApi } from '../../api/call-api'
import { useIsLeft } from '../../api/form/use-is-left'
import { removeRecord } from '../../api/save-record'
import { useSave } from '../../api/use-save'
import type { InvitationAction } from './invitation-row'
import { useCreatedLinks } from './use-created-links'

interface InvitationTask {
  kind: InvitationAction
  work(): Promise<unknown>
  /** The success message. */
  successText: string
}

/** An action on an invitation that waits for its confirmation. */
export interface AskedAction {
  action: 'copy-link' | 'revoke'
  invitation: Invitation
}

/** The actions on the invitations of a list, with their results. `onRevoked` is called after an attempt to withdraw one. */
export function useInvitationActions(onRevoked: () => void) {
  const { t } = useLingui()
  const createdLinks = useCreatedLinks()
  const [asked, setAsked] = useState<AskedAction>()
  const [pendingActions, setPendingActions] = useState<Readonly<Record<string, InvitationAction | undefined>>>({})
  const [done, setDone] = useState<string>()
  const [failure, setFailure] = useState<unknown>()

  const isLeft = useIsLeft()
  const save = useSave({
    work: ({ work }: InvitationTask) => work(),
    invalidates: [invitations],
    handlesError(error) {
      setFailure(error)
      return !isLeft()
    },
    onSaved: (_, { successText }) => setDone(successText),
  })

  /**
   * Runs an action on an invitation and shows the result in the dialog. The buttons of the invitation stay disabled until the list is
   * refetched, because its version has changed. An action whose answer was lost may have ended the shown link.
   */
  const runTask = async ({ id }: Invitation, one: InvitationTask) => {
    setDone(undefined)
    setFailure(undefined)
    setPendingActions((acts) => ({ ...acts, [id]: one.kind }))
    await save.mutateAsync(one).catch((error: unknown) => {
      if (isTemporaryFailure(error)) createdLinks.remove(id)
    })
    setPendingActions((acts) => ({ ...acts, [id]: undefined }))
  }

  const resend = (invitation: Invitation) => {
    const { id, email } = invitation
    return runTask(invitation, {
      kind: 'resend',
      async work() {
        await callApi(resendInvitation, { parameters: { id } })
        createdLinks.remove(id)
      },
      successText: t`Sent again to ${email}. The earlier link no longer works.`,
    })
  }
  const copyLink = (invitation: Invitation) => {
    const { id, email } = invitation
    return runTask(invitation, {
      kind: 'copy-link',
      async work() {
        const { link } = await callApi(copyInvitationLink, { parameters: { id } })
        createdLinks.add({ id, email, link })
      },
      successText: t`New link created for ${email}. The one sent by email no longer works.`,
    })
  }
  const revoke = async (invitation: Invitation) => {
    const { id, email } = invitation
    await runTask(invitation, {
      kind: 'revoke',
      async work() {
        await removeRecord(invitations, invitation)
        createdLinks.remove(id)
      },
      successText: t`The invitation of ${email} was withdrawn.`,
    })
    onRevoked()
  }

  return {
    links: createdLinks.links,
    done,
    failure,
    /** The action that is running on an invitation, or whose refetch is not complete yet. */
    pendingOf: (id: string) => pendingActions[id],
    resend,
    /** The action that waits for its confirmation. */
    asked,
    ask: (action: AskedAction['action'], invitation: Invitation) => setAsked({ action, invitation }),
    confirm: async ({ action, invitation }: AskedAction) => {
      setAsked(undefined)
      await (action === 'copy-link' ? copyLink(invitation) : revoke(invitation))
    },
    cancel: () => setAsked(undefined),
  }
}
