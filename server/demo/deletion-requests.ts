import type { Insertable } from 'kysely'
import type { DB } from '../src/platform/database.types'
import type { Moments } from './moments'
import { personId } from './person-id'

/** The person who has requested the deletion of their account. */
export const deletionRequester = 'piotr@stalbud.example'

export const deletionRequestRows = ({ ago }: Moments): Insertable<DB['deletion_request']>[] => [
  { user_id: personId(deletionRequester), requested_at: ago(2) },
]
