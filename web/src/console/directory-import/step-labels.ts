import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { PlannedAction } from '@lintel/contract/people/ad-import'
import type { AdImportType } from '@lintel/contract/people/ad-import-step'

/** Labels of the types of steps. */
export const stepTypeLabels: Readonly<Record<AdImportType, MessageDescriptor>> = {
  User: msg`User`,
  'Group membership': msg`Group membership`,
  Group: msg`Group`,
  'Project access': msg`Project access`,
  Other: msg`Other`,
}

/** Labels of the actions of steps (admin-console chapter 7). */
export const stepActionLabels: Readonly<Record<PlannedAction, MessageDescriptor>> = {
  'no change': msg`No change`,
  create: msg`Create`,
  remove: msg`Remove`,
  'make AD controlled': msg`Make directory-controlled`,
  'make member': msg`Make member`,
  'remove member': msg`Remove member`,
  'make owner': msg`Make owner`,
  'make admin': msg`Make admin`,
  'make user': msg`Make user`,
  'make inactive': msg`Make inactive`,
  'make customer admin': msg`Make customer admin`,
  'make workflows': msg`Make workflows`,
  'make guest': msg`Make guest`,
  'update details': msg`Update details`,
  error: msg`Error`,
}

/** The label of a type or action; the raw name where a newer server returns an unknown one. */
export const labelOf = <Labels extends Readonly<Record<string, MessageDescriptor>>>(
  labels: Labels,
  name: string,
): MessageDescriptor | string => (Object.hasOwn(labels, name) ? (labels[name] ?? name) : name)
