import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ApiScope } from '@lintel/contract/identity/api-tokens'

/** Labels of the API scopes. */
export const scopeLabels: Record<ApiScope, MessageDescriptor> = {
  read: msg`Read people, organizations, projects and memberships`,
  'members:write': msg`Change memberships like an administrator`,
  'content:write': msg`Read and change the content of projects like their administrators`,
  scim: msg`Manage people and groups (SCIM)`,
}
