import type { Person } from '@lintel/contract/people/permissions'
import { uuidv7 } from 'uuidv7'
import { readableCustomers } from '../../customers/customers/customer-rights.store'
import { instantOf } from '../../platform/clock'
import type { Change } from '../../platform/context'
import type { Database, Transaction } from '../../platform/database'
import { uuidOrNil } from '../../platform/rows'
import { isVisibleTo, projectsWithRights } from '../projects/project-rights.store'

/** Object key, media type and size of a stored image. */
export interface StoredImage {
  objectKey: string
  mediaType: string
  size: number
}

/** Finds an image on a dashboard that the person may read, in a project open to their login method. */
export const findImage = (db: Database | Transaction, actor: Person, id: string): Promise<StoredImage | undefined> =>
  projectsWithRights(db, actor)
    .innerJoin('dashboard_image as image', 'image.project_id', 'project.id')
    .where('image.id', '=', uuidOrNil(id))
    .where((where) => readableCustomers(where, actor, 'project.customer_id'))
    .where(isVisibleTo(actor))
    .select(['image.object_key as objectKey', 'image.media_type as mediaType', 'image.size'])
    .executeTakeFirst()

/** The project and the customer of an image, without any access check. */
export const findImageProject = (
  db: Database | Transaction,
  id: string,
): Promise<{ project: string; customer: string } | undefined> =>
  db
    .selectFrom('dashboard_image')
    .select(['project_id as project', 'customer_id as customer'])
    .where('id', '=', uuidOrNil(id))
    .executeTakeFirst()

/** A stored image and the project whose card it is for. */
export interface NewImage {
  project: string
  customer: string
  key: string
  size: number
  width: number
  height: number
}

/** Inserts the rows of an image whose bytes are already stored; returns its id. */
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
