import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ChangeSetKind } from '@lintel/contract/people/change-set-inputs'
import type { ChangeSetState } from '@lintel/contract/people/change-sets'
import { maxGroupLevels } from '@lintel/contract/people/group-levels'
import type { RowConflict } from '@lintel/contract/people/row-conflicts'

/** Texts of row conflicts. */
export const conflictTexts: Record<RowConflict, MessageDescriptor> = {
  malformedRow: msg`This row cannot be read.`,
  formula: msg`This is a formula, not a value.`,
  invalidEmail: msg`This is not a valid email address.`,
  invalidDate: msg`This is not a date as YYYY-MM-DD.`,
  dateInPast: msg`This date is in the past.`,
  unknownRole: msg`There is no such role.`,
  unknownPerson: msg`Nobody of the customer has this email.`,
  unknownProject: msg`The customer has no such project.`,
  ambiguousProject: msg`Several projects are called this.`,
  duplicate: msg`An earlier row says the same person and project.`,
  oneself: msg`You cannot change your own role.`,
  owner: msg`Owners keep their role.`,
  customerAdministrator: msg`Customer administrators have every project.`,
  apiUser: msg`API users of the customer keep their access.`,
  staff: msg`Staff are in every project already.`,
  guestAccount: msg`A guest account belongs to one project.`,
  onlyForGuests: msg`Only guest accounts become guests by paste or file.`,
  alreadyUser: msg`This person is a user already.`,
  alreadyMember: msg`This person is already a member.`,
  domainNotInvited: msg`This customer does not invite addresses of this domain.`,
  noAccount: msg`Nobody has an account with this address, and nobody new can be added here.`,
  changedMeanwhile: msg`Somebody else changed this in the meantime.`,
  notMember: msg`This person is not a member.`,
  unknownLoginMethod: msg`There is no such login method.`,
  levelNotAllowed: msg`You cannot give this role.`,
  unknownLibrary: msg`The customer has no such library.`,
  notInTemplate: msg`This is no longer in the template.`,
  noName: msg`A name is missing.`,
  nameTaken: msg`Another entry of the template has this name.`,
  notMadeFromTemplate: msg`This project was not created from the template.`,
  projectNotReady: msg`The project is hibernated or still being made.`,
  libraryGone: msg`The library was deleted or is no library any more.`,
  libraryMoved: msg`The library belongs to another customer now.`,
  libraryHibernated: msg`The library is hibernated.`,
  changedInProject: msg`Kept: it was changed in the project.`,
  deletedInProject: msg`Left out: it was deleted in the project.`,
  inUse: msg`Kept: people work with it in the project.`,
  lostInTemplate: msg`Kept: it is no longer in the template.`,
  neededInProject: msg`Kept: something in the project needs it.`,
  unknownImage: msg`The image is no longer there.`,
  cardFull: msg`Left out: the project’s card has no room for more widgets.`,
  unknownFile: msg`The name of this file does not say what it is about.`,
  missingColumn: msg`The file has no such column.`,
  outsideDomain: msg`This address is of another domain.`,
  circle: msg`This group is in itself, through others.`,
  nestedTooDeep: msg`Groups are nested too deeply here (levels at most: ${maxGroupLevels}).`,
  severalOwners: msg`A project has one owner: the group must have exactly one member.`,
  membersOutsideDomain: msg`Kept: people of other domains are in this group, and an import changes nothing for them.`,
  loginMethodRequired: msg`Kept: this person is in projects that open only with another login method.`,
}

/** Labels of the kinds of change sets. */
export const kindLabels: Record<ChangeSetKind, MessageDescriptor> = {
  roles: msg`Change roles`,
  'copy-access': msg`Copy access`,
  'access-file': msg`Access file`,
  'remove-from-all-projects': msg`Remove from all projects`,
  invitations: msg`Invite people`,
  user: msg`Edit a user`,
  'new-user': msg`Add a user`,
  'project-login-methods': msg`Login methods of a project`,
  'ad-import': msg`Directory import`,
  organization: msg`Edit an organization`,
  'delete-organization': msg`Delete an organization`,
  'merge-organizations': msg`Merge organizations`,
  'import-organizations': msg`Import organizations`,
  template: msg`Edit a template`,
  'template-entries': msg`Edit a template`,
  'template-drift': msg`Update projects from their template`,
  'delete-template': msg`Delete a template`,
  'dashboard-widgets': msg`Edit a project’s card`,
}

/** Labels of the states of change sets. */
export const stateLabels: Record<ChangeSetState, MessageDescriptor> = {
  planning: msg`Being planned`,
  planned: msg`Planned, not applied`,
  applying: msg`Being applied`,
  applied: msg`Applied`,
  undoing: msg`Being undone`,
  undone: msg`Undone`,
  failed: msg`Failed, nothing was changed`,
  stale: msg`Out of date, nothing was changed`,
}
