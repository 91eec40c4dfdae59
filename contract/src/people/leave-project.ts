import { z } from 'zod'
import { call } from '../jsonapi/call'

/**
 * Ends one's own membership in a project. 409 `ownerRequired` for its owner, who must hand it over first; 404 without a membership, also
 * for administrators of the customer. Our addition: nobody changes or removes themselves by `project-members` (security G5).
 */
export const leaveProject = call({
  method: 'POST',
  path: '/mgw/api/v3/projects/{id}/leave',
  summary: 'Leave a project',
  parameters: z.object({ id: z.string() }),
  problems: ['notFound', 'ownerRequired'],
})
