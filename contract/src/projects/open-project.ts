import { z } from 'zod'
import { call } from '../jsonapi/call'

/** Records that the person opened a project's home: `lastOpenedAt` of its project link. */
export const openProject = call({
  method: 'POST',
  path: '/mgw/api/v2/projects/{id}/opened',
  summary: 'Remembers that the person opened the project now',
  parameters: z.object({ id: z.string() }),
  problems: ['notFound'],
})
