import {
  copyInvitationLink,
  type Invitation,
  invitations,
  resendInvitation,
  resendInvitationV2,
} from '@lintel/contract/people/invitations'
import { administers, isNoGuest, type Person } from '@lintel/contract/people/permissions'
import { personOf } from '../../identity/signed-in'
import { type Answering, answer } from '../../platform/answer'
import type { Change, Context } from '../../platform/context'
import { findOrRefuse } from '../../platform/refusal'
import type { Route } from '../../platform/route'
import { serve } from '../../platform/serve'
import { find, listVisible, missingMethods } from './invitations.store'
import { copyLink, resend, revoke } from './invite'

/** Whoever administers a project sees whom it waits for; the statements join that right. */
export const invitationRoutes = serve(invitations, {
  find,
  missingMethods,
  tenant: ({ customer }) => customer,
  scopes: { read: 'members:write', write: 'members:write' },
  list: {
    may: (actor, { customer, project }) =>
      isNoGuest(actor) && (customer === undefined || project !== undefined || administers(actor, customer)),
    run: ({ db, actor }, query) => listVisible(db, actor, query),
  },
  read: { may: () => true },
  remove: { may: isNoGuest, run: revoke },
})

/** Does something with an invitation that the person may see, as one change. */
const withInvitation =
  <Result>(act: (change: Change<Person>, invitation: Invitation) => Promise<Result>) =>
  (context: Context, { parameters: { id } }: { parameters: { id: string } }): Promise<Result> => {
    const actor = personOf(context)
    return context.change(async (change) => {
      const invitation = await findOrRefuse<typeof invitations, Person>({ find, missingMethods }, change.db, actor, id)
      return act({ ...change, actor }, invitation)
    })
  }

const resending: Answering<typeof resendInvitation> = {
  scope: 'members:write',
  may: isNoGuest,
  run: withInvitation(resend),
}

export const resendInvitationRoutes: Route[] = [
  answer(copyInvitationLink, { may: isNoGuest, run: withInvitation(copyLink) }),
  answer(resendInvitation, resending),
  answer(resendInvitationV2, resending),
]
