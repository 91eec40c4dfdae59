import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** What happened, by the audit trail's word for it. What has no words here is shown as the trail names it. */
const words: Record<string, MessageDescriptor> = {
  'project-members.create': msg`Added to a project`,
  'project-members.update': msg`Membership changed`,
  'project-members.remove': msg`Removed from a project`,
  'change-sets.create': msg`Bulk change planned`,
  'change-sets.apply': msg`Bulk change applied`,
  'change-sets.undo': msg`Bulk change undone`,
  'customer-user-profiles.create': msg`Profile added`,
  'customer-user-profiles.update': msg`Profile changed`,
  'customer-user-profiles.remove': msg`Profile removed`,
  'invitations.create': msg`Invited`,
  'person.invite': msg`Invited`,
  'invitations.resend': msg`Invitation sent again`,
  'invitations.revoke': msg`Invitation withdrawn`,
  'invitations.accept': msg`Invitation accepted`,
  'invitations.bounce': msg`Invitation could not be delivered`,
  'user-profiles.update': msg`Own profile changed`,
  'user-profiles.browser-locale': msg`Language of the browser noted`,
  'users.create': msg`Account made`,
  'users.email-requested': msg`Another email asked for`,
  'users.email-changed': msg`Email changed`,
  'password.set': msg`Password set`,
  'password.reset': msg`Password set anew`,
  'password.reset-request': msg`New password asked for`,
  'session.login': msg`Signed in`,
  'session.logout': msg`Signed out`,
  'mfa.enable': msg`Second factor set up`,
  'projects.create': msg`Project created`,
  'projects.update': msg`Project changed`,
  'projects.open': msg`Project opened`,
}

/** The words for an action; undefined for one that has none. */
export const historyWords = (action: string): MessageDescriptor | undefined => words[action]
