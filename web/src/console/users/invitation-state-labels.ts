import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { InvitationState } from '@lintel/contract/people/invitations'

/** Labels of the states of invitations. */
export const invitationStateLabels: Record<InvitationState, MessageDescriptor> = {
  pending: msg({ message: 'Pending', context: 'invitation' }),
  accepted: msg({ message: 'Accepted', context: 'invitation' }),
  expired: msg({ message: 'Expired', context: 'invitation' }),
  bounced: msg({ message: 'Not delivered', context: 'invitation' }),
  revoked: msg({ message: 'Withdrawn', context: 'invitation' }),
}
