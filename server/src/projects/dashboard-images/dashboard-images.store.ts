import type { Person } from '@lintel/contract/people/permissions'
import { uuidv7 } from 'uuidv7'
import { readableCustomers } from '../../customers/customers/customer-rights.store'
import { instantOf } from '../../platform/clock'
import type { Change } from '../../platform/context'
import type { Database, Transaction } from '../../platform/database'
import { uuidOrNil } from '../../platform/rows'
import { isSeen, projectsBeside } from '../projects/project-rights.store'

/** Where an image is kept, and what it is. */
export interface StoredImage {
  objectKey: string
  mediaType: string
  size: number
}

/** An image on a dashboard that the person reads, of a project that their login method opens. */
export const findImage = (db: Database | Transaction, actor: Person, id: string): Promise<StoredImage | undefined> =>
  projectsBeside(db, actor)
    .innerJoin('dashboard_image as image', 'image.project_id', 'project.id')
    .where('image.id', '=', uuidOrNil(id))
    .where((where) => readableCustomers(where, actor, 'project.customer_id'))
    .where(isSeen(actor))
    .select(['image.object_key as objectKey', 'image.media_type as mediaType', 'image.size'])
    .executeTakeFirst()

/** The project and the customer of an image, whoever asks. */
export const placeOfImage = (
  db: Database | Transaction,
  id: string,
): Promise<{ project: string; customer: string } | undefined> =>
  db
    .selectFrom('dashboard_image')
    .select(['project_id as project', 'customer_id as customer'])
    .where('id', '=', uuidOrNil(id))
    .executeTakeFirst()

/** An image that was kept, and the card that it is for. */
export interface NewImage {
  project: string
  customer: string
  key: string
  size: number
  width: number
  height: number
}

/** Writes the rows of an image whose bytes are kept, and gives its id. */
export async function addImage(
  { db, now, actor }: Change<Person>,
  { project, customer, key, size, width, height }: NewImage,
): Promise<string> {
  const id = uuidv7()
  const at = instantOf(now)
  await db.insertInto('stored_object').values({ key, size, stored_at: at }).execute()
  await db
    .insertInto('dashboard_image')
    .values({
      ...{ id, project_id: project, customer_id: customer, object_key: key, media_type: 'image/webp' },
      ...{ size, width, height, created_at: at, created_by: actor.id },
    })
    .execute()
  return id
}
