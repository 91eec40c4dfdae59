import { z } from 'zod'
import { call } from '../jsonapi/call'

/** The person opens a project's home: remembered as `lastOpenedAt` of its project link. */
export const openProject = call({
  method: 'POST',
  path: '/mgw/api/v2/projects/{id}/opened',
  summary: 'Remembers that the person opened the project now',
  parameters: z.object({ id: z.string() }),
  problems: ['notFound'],
})
