import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ApiScope } from '@lintel/contract/identity/api-tokens'

/** What each scope lets a program do. */
export const scopeWords: Record<ApiScope, MessageDescriptor> = {
  read: msg`Read people, organizations, projects and memberships`,
  'members:write': msg`Change memberships like an administrator`,
  'content:write': msg`Read and change the content of projects like their administrators`,
  scim: msg`Manage people and groups (SCIM)`,
}
