import { contentAccess } from './access/content'
import { documentBytesAccess } from './access/document-bytes'
import { peopleAccess } from './access/people'
import { projectAccess } from './access/projects'
import { settingsAccess } from './access/settings'
import { signInAccess } from './access/sign-in'
import type { AccessRow } from './access-row'

/**
 * Which status each actor gets on each route. Where a list is filtered by what the actor may see, 200 says that they may
 * ask; what they find is proved beside the noun.
 */
export const buildAccessMatrix = (one: { auditEvent: string }): readonly AccessRow[] => [
  ...peopleAccess,
  ...projectAccess,
  ...contentAccess,
  ...documentBytesAccess,
  ...settingsAccess(one),
  ...signInAccess,
]
