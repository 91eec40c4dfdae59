import { contentAccess } from './access/content'
import { documentBytesAccess } from './access/document-bytes'
import { peopleAccess } from './access/people'
import { projectAccess } from './access/projects'
import { settingsAccess } from './access/settings'
import { signInAccess } from './access/sign-in'
import type { AccessRow } from './access-row'

/**
 * The authorization matrix: which status each actor gets on each route. For lists that are filtered by visibility, 200
 * only says that the actor may call them; their contents are tested with each resource.
 */
export const buildAccessMatrix = (one: { auditEvent: string }): readonly AccessRow[] => [
  ...peopleAccess,
  ...projectAccess,
  ...contentAccess,
  ...documentBytesAccess,
  ...settingsAccess(one),
  ...signInAccess,
]
