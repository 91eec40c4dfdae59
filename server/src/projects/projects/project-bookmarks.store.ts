import type { Person } from '@lintel/contract/people/permissions'
import { instantOf } from '../../platform/clock'
import type { Transaction } from '../../platform/database'
import { uuidOrNil } from '../../platform/rows'
import { assertLoginMethod, isEnterable, isVisibleTo, projectsWithRights } from './project-rights.store'

/**
 * Records that the person opened a visible project: in their membership, or in a bookmark if they are no member. Returns the project's
 * customer; undefined if there is no such project for them.
 */
export async function recordOpening(
  db: Transaction,
  actor: Person,
  id: string,
  at: number,
): Promise<string | undefined> {
  const project = await projectsWithRights(db, actor)
    .where(isVisibleTo(actor))
    .where('project.id', '=', uuidOrNil(id))
    .select(['project.id', 'project.customer_id as customer', 'membership.user_id as member'])
    .executeTakeFirst()
  if (!project) {
    await assertLoginMethod(db, actor, id)
    return undefined
  }
  const opened = instantOf(at)
  if (project.member) {
    await recordLastOpened(db, { project: project.id, member: project.member }, opened)
  } else {
    await upsertBookmark(db, actor, project.id, { opened_at: opened })
  }
  return project.customer
}

/** Records it in the membership, unless that row is locked by a possibly long transaction: opening a project must not wait. */
const recordLastOpened = (db: Transaction, { project, member }: { project: string; member: string }, at: string) =>
  db
    .updateTable('project_member')
    .set({ last_opened_at: at })
    .where('project_id', '=', project)
    .where('user_id', '=', (own) =>
      own
        .selectFrom('project_member')
        .select('user_id')
        .where('project_id', '=', project)
        .where('user_id', '=', member)
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .execute()

/** Sets or clears a favourite of a project that the person can enter; returns as {@link recordOpening} does. */
export async function setFavourite(
  db: Transaction,
  actor: Person,
  id: string,
  isFavourite: boolean,
): Promise<string | undefined> {
  const project = await projectsWithRights(db, actor)
    .where(isEnterable(actor))
    .where('project.id', '=', uuidOrNil(id))
    .select(['project.id', 'project.customer_id as customer'])
    .executeTakeFirst()
  if (project) await upsertBookmark(db, actor, project.id, { is_favourite: isFavourite })
  return project?.customer
}

const upsertBookmark = (
  db: Transaction,
  { id: user_id }: Person,
  project_id: string,
  values: { opened_at: string } | { is_favourite: boolean },
) =>
  db
    .insertInto('project_bookmark')
    .values({ user_id, project_id, ...values })
    .onConflict((conflict) => conflict.columns(['user_id', 'project_id']).doUpdateSet(values))
    .execute()
