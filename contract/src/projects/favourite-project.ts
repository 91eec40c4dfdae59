import { z } from 'zod'
import { call } from '../jsonapi/call'

const favourite = {
  path: '/mgw/api/v2/projects/{id}/favourite',
  parameters: z.object({ id: z.string() }),
  problems: ['notFound'] as const,
}

/** Makes a project a favourite of the person: `isFavourite` of its project link. Idempotent. */
export const addFavourite = call({
  ...favourite,
  method: 'POST',
  summary: 'Make a project one’s favourite',
})

/** Removes a project from the person's favourites. Idempotent. */
export const removeFavourite = call({
  ...favourite,
  method: 'DELETE',
  summary: 'Take a project from one’s favourites',
})
