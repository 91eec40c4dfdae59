import {
  copyInvitationLink,
  type Invitation,
  invitations,
  resendInvitation,
  resendInvitationV2,
} from '@lintel/contract/people/invitations'
import { administers, isFullUser, type Person } from '@lintel/contract/people/permissions'
import { personOf } from '../../identity/signed-in'
import { answer, type CallHandler } from '../../platform/answer'
import type { Change, Context } from '../../platform/context'
import { findOrRefuse } from '../../platform/refusal'
import type { Route } from '../../platform/route'
import { serve } from '../../platform/serve'
import { find, listVisible, missingMethods } from './invitations.store'
import { copyLink, resend, revoke } from './invite'

/** Project administrators see the invitations of their projects; the queries join that right. */
export const invitationRoutes = serve(invitations, {
  find,
  missingMethods,
  tenant: ({ customer }) => customer,
  scopes: { read: 'members:write', write: 'members:write' },
  list: {
    may: (actor, { customer, project }) =>
      isFullUser(actor) && (customer === undefined || project !== undefined || administers(actor, customer)),
    run: ({ db, actor }, query) => listVisible(db, actor, query),
  },
  read: { may: () => true },
  remove: { may: isFullUser, run: revoke },
})

/** Runs an action on a visible invitation as one change. */
const withInvitation =
  <Result>(action: (change: Change<Person>, invitation: Invitation) => Promise<Result>) =>
  (context: Context, { parameters: { id } }: { parameters: { id: string } }): Promise<Result> => {
    const actor = personOf(context)
    return context.change(async (change) => {
      const invitation = await findOrRefuse<typeof invitations, Person>({ find, missingMethods }, change.db, actor, id)
      return action({ ...change, actor }, invitation)
    })
  }

const resending: CallHandler<typeof resendInvitation> = {
  scope: 'members:write',
  may: isFullUser,
  run: withInvitation(resend),
}

export const resendInvitationRoutes: Route[] = [
  answer(copyInvitationLink, { may: isFullUser, run: withInvitation(copyLink) }),
  answer(resendInvitation, resending),
  answer(resendInvitationV2, resending),
]
