import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { AdImportAction, AdImportType } from '@lintel/contract/people/ad-import-step'

/** What a step of an import is about. */
export const typeWords: Readonly<Record<AdImportType, MessageDescriptor>> = {
  User: msg`User`,
  'Group membership': msg`Group membership`,
  Group: msg`Group`,
  'Project access': msg`Project access`,
  Other: msg`Other`,
}

/** What a step of an import does (admin-console chapter 7). */
export const actionWords: Readonly<Record<AdImportAction | 'error', MessageDescriptor>> = {
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
  error: msg`Error`,
}

/** The words of an action, as a newer server may name it. */
export const wordsOf = <Words extends Readonly<Record<string, MessageDescriptor>>>(
  words: Words,
  name: string,
): MessageDescriptor | string => (Object.hasOwn(words, name) ? (words[name] ?? name) : name)
