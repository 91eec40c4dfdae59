import { z } from 'zod'
import { call } from '../jsonapi/call'

const favourite = {
  path: '/mgw/api/v2/projects/{id}/favourite',
  parameters: z.object({ id: z.string() }),
  problems: ['notFound'] as const,
}

/** Makes a project one of the person's favourites: `isFavourite` of its project link. Twice is the same as once. */
export const addFavourite = call({
  ...favourite,
  method: 'POST',
  summary: 'Make a project one’s favourite',
})

/** The project is no favourite any more. */
export const removeFavourite = call({
  ...favourite,
  method: 'DELETE',
  summary: 'Take a project from one’s favourites',
})
