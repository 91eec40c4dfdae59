import { z } from 'zod'

/** Why a row cannot be applied. */
export const rowConflict = z.enum([
  // The row cannot be parsed.
  'malformedRow',
  'formula',
  'invalidEmail',
  'invalidDate',
  'dateInPast',
  'unknownRole',
  'unknownPerson',
  'unknownProject',
  'ambiguousProject',
  'duplicate',
  // The person is locked.
  'oneself',
  'owner',
  'customerAdministrator',
  'apiUser',
  'staff',
  'guestAccount',
  'onlyForGuests',
  'alreadyMember',
  'alreadyUser',
  // The address cannot be added: the customer does not invite its domain, or it has no account and nobody new can be added.
  'domainNotInvited',
  'noAccount',
  // Changed since the person saw it, or missing.
  'changedMeanwhile',
  'notMember',
  'unknownLoginMethod',
  // Above the levels that the actor may give.
  'levelNotAllowed',
  // Templates: no library of the customer, missing in the template, without a new name, or a name used by another entry.
  'unknownLibrary',
  'notInTemplate',
  'noName',
  'nameTaken',
  // Applying drift: the project was not made from the template, or is not ready.
  'notMadeFromTemplate',
  'projectNotReady',
  // Applying drift: a library of the template is unavailable.
  'libraryGone',
  'libraryMoved',
  'libraryHibernated',
  // Applying drift: the resource was changed or deleted in the project, or is in use.
  'changedInProject',
  'deletedInProject',
  'inUse',
  // Applying drift: the resource is no longer in the template; it stays because the plan says so, or because something in the project needs
  // it.
  'lostInTemplate',
  'neededInProject',
  // Dashboards: no image of the project; the card has the maximum number of widgets.
  'unknownImage',
  'cardFull',
  // Directories: unknown kind of file or columns, an address of another domain, a group inside itself, a group with too many levels of groups
  // above it (`maxGroupLevels`), several owners of a project, a group with people of other domains, memberships of projects that the session's
  // login method does not open.
  'unknownFile',
  'missingColumn',
  'outsideDomain',
  'circle',
  'nestedTooDeep',
  'severalOwners',
  'membersOutsideDomain',
  'loginMethodRequired',
])

export type RowConflict = z.output<typeof rowConflict>
