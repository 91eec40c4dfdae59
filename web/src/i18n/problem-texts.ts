import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ProblemCode } from '@lintel/contract/problems'

/** What a person reads when a call fails. A failure without words does not compile. */
export const problemTexts: Record<ProblemCode, MessageDescriptor> = {
  malformed: msg`The server could not read the request.`,
  unknownParameter: msg`The server could not read the request.`,
  invalidParameter: msg`The server could not read the request.`,
  duplicateParameter: msg`The server could not read the request.`,
  invalidCursor: msg`This list has changed. Load it again.`,
  unknownHost: msg`This address is not served here.`,
  password_reset_needed: msg`Your password has to be reset before you can sign in.`,
  needPasswordReset: msg`Your password has to be reset before you can sign in.`,
  invalidCode: msg`This code is not valid.`,
  'no provider matches': msg`This sign-in provider is not supported.`,

  notSignedIn: msg`Sign in to continue.`,
  invalidToken: msg`Your session has ended. Sign in again.`,
  sessionExpired: msg`Your session has ended. Sign in again.`,
  invalid_grant: msg`We were not able to sign you in.`,
  invalidSession: msg`This sign-in attempt has ended. Start again.`,
  CHALLENGE_REQUESTED: msg`A verification code is needed to sign in.`,

  forbidden: msg`You are not allowed to do this.`,
  passwordUpdateRequired: msg`Set a new password first.`,
  mfaRequired: msg`Set up two-step verification first.`,
  stepUpRequired: msg`Confirm that it is you to continue.`,
  crossSiteRequest: msg`The request came from another site and was refused.`,

  notFound: msg`This does not exist, or you have no access to it.`,
  methodNotAllowed: msg`The server does not offer this.`,
  notAcceptable: msg`The server does not offer this.`,

  conflict: msg`This conflicts with something that exists already.`,
  typeConflict: msg`The server could not read the request.`,
  organizationNameTaken: msg`There is already an organization with this name.`,
  providerIdTaken: msg`There is already a provider with this id.`,
  templateNameTaken: msg`There is already a template with this name.`,
  emailTaken: msg`Somebody already uses this email address.`,
  alreadyMember: msg`This person is already a member.`,
  ownerRequired: msg`A project needs exactly one owner.`,
  lastAdministrator: msg`A customer must keep at least one administrator.`,
  lastStaff: msg`The platform must keep at least one staff member.`,
  stillInUse: msg`It is still in use.`,
  projectHibernated: msg`The project is hibernated and can only be read.`,
  stale: msg`Somebody else changed this in the meantime. It has been loaded again.`,

  tooLarge: msg`This is too large to send.`,
  unsupportedMediaType: msg`The server could not read the request.`,

  required: msg`Please fill this in.`,
  invalid: msg`This is not valid.`,
  tooLong: msg`This is too long.`,
  tooShort: msg`This is too short.`,
  controlCharacters: msg`This contains characters that cannot be used.`,
  invalidEmail: msg`This is not a valid email address.`,
  invalidPhone: msg`Use digits, spaces, plus and minus only.`,
  atSignInName: msg`A name cannot contain the @ character.`,
  unknownField: msg`The server does not know this field.`,
  notWritable: msg`This field cannot be changed.`,
  unknownReference: msg`This refers to something that no longer exists.`,
  levelNotAllowed: msg`You cannot give this role.`,
  dateInPast: msg`This date is in the past.`,
  wrongPassword: msg`This is not your current password.`,
  passwordRejected: msg`This password does not meet the rules.`,

  tooManyRequests: msg`Too many attempts. Wait a moment and try again.`,

  internal: msg`Something went wrong on our side. Try again in a moment.`,
  databaseAway: msg`The service is not available right now. Try again in a moment.`,
  overloaded: msg`The service is very busy. Try again in a moment.`,
  projectStopped: msg`This project is stopped.`,
}
