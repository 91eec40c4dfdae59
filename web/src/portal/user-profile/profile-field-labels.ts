import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ProfileField } from '@lintel/contract/people/user-profiles'

/** Labels of the profile's fields. */
export const profileFieldLabels: Record<ProfileField, MessageDescriptor> = {
  givenName: msg`First name`,
  familyName: msg`Last name`,
  organization: msg`Organization`,
  title: msg({ message: 'Title', context: 'job' }),
  phone: msg`Phone`,
}
