import type { Insertable } from 'kysely'
import type { DB } from '../src/platform/database.types'
import type { Moments } from './moments'
import { personId } from './person-id'

/** Changes firms, and wants the account gone. */
export const askedForDeletion = 'piotr@stalbud.example'

export const deletionRequestRows = ({ ago }: Moments): Insertable<DB['deletion_request']>[] => [
  { user_id: personId(askedForDeletion), requested_at: ago(2) },
]
