import { z } from 'zod'

/** What stands against a row. */
export const rowConflict = z.enum([
  // What the row says cannot be read.
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
  // Somebody who is locked.
  'oneself',
  'owner',
  'customerAdministrator',
  'apiUser',
  'staff',
  'guestAccount',
  'onlyForGuests',
  'alreadyMember',
  'alreadyUser',
  // Not as the person saw it, or not there.
  'changedMeanwhile',
  'notMember',
  'unknownLoginMethod',
  // Not theirs to give.
  'levelNotAllowed',
  // Of a template: no library of the customer, gone from the template, no new name, one that another entry has.
  'unknownLibrary',
  'notInTemplate',
  'noName',
  'nameTaken',
  // Of a project that is brought over to its template: not made from it, or not there to be worked in.
  'notMadeFromTemplate',
  'projectNotReady',
  // Of a library of the template: nothing of it comes.
  'libraryGone',
  'libraryMoved',
  'libraryHibernated',
  // Of what is in it: kept as it is there, left away, or at work.
  'changedInProject',
  'deletedInProject',
  'inUse',
  // Of what the template brings no more: it stays as the plan has it, or because something in the project needs it.
  'lostInTemplate',
  'neededInProject',
  // Of a dashboard: no image of the project; as many widgets on its card as there can be.
  'unknownImage',
  'cardFull',
  // Of a directory: what a file is about or its columns are not known, an address of another domain, a group in itself, more than one
  // person to own a project.
  'unknownFile',
  'missingColumn',
  'outsideDomain',
  'circle',
  'severalOwners',
])

export type RowConflict = z.output<typeof rowConflict>
