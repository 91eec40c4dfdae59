import type { Person } from '@lintel/contract/people/permissions'
import type { Transaction } from '../../platform/database'
import { idOrNone } from '../../platform/rows'
import { isSeen, projectsBeside } from './project-rights.store'

/**
 * Remembers that the person opened a project they may see, in their membership if they have one. Gives the project's
 * customer; undefined when there is no such project for them.
 */
export async function recordOpening(
  db: Transaction,
  actor: Person,
  id: string,
  at: string,
): Promise<string | undefined> {
  const project = await projectsBeside(db, actor)
    .where(isSeen(actor))
    .where('project.id', '=', idOrNone(id))
    .select(['project.id', 'project.customer_id as customer', 'membership.user_id as member'])
    .executeTakeFirst()
  if (project?.member) {
    await db
      .updateTable('project_member')
      .set({ last_opened_at: at })
      .where('project_id', '=', project.id)
      .where('user_id', '=', project.member)
      .execute()
  }
  return project?.customer
}
