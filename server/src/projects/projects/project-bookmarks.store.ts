import type { Person } from '@lintel/contract/people/permissions'
import { instantOf } from '../../platform/clock'
import type { Transaction } from '../../platform/database'
import { uuidOrNil } from '../../platform/rows'
import { isEntered, isSeen, projectsBeside, refuseLoginMethod } from './project-rights.store'

/**
 * Remembers that the person opened a project they may see: in their membership, or beside it where they enter as an
 * administrator. Gives the project's customer; undefined when there is no such project for them.
 */
export async function recordOpening(
  db: Transaction,
  actor: Person,
  id: string,
  at: number,
): Promise<string | undefined> {
  const project = await projectsBeside(db, actor)
    .where(isSeen(actor))
    .where('project.id', '=', uuidOrNil(id))
    .select(['project.id', 'project.customer_id as customer', 'membership.user_id as member'])
    .executeTakeFirst()
  if (!project) {
    await refuseLoginMethod(db, actor, id)
    return undefined
  }
  const opened = instantOf(at)
  if (project.member) {
    await noteOpened(db, { project: project.id, member: project.member }, opened)
  } else {
    await mark(db, actor, project.id, { opened_at: opened })
  }
  return project.customer
}

/** Notes it in the membership; left out while a change of it is under way, which may take long: nobody waits for that to come in. */
const noteOpened = (db: Transaction, { project, member }: { project: string; member: string }, at: string) =>
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

/** Makes a project that the person can enter their favourite, or not; answers as {@link recordOpening} does. */
export async function setFavourite(
  db: Transaction,
  actor: Person,
  id: string,
  isFavourite: boolean,
): Promise<string | undefined> {
  const project = await projectsBeside(db, actor)
    .where(isEntered(actor))
    .where('project.id', '=', uuidOrNil(id))
    .select(['project.id', 'project.customer_id as customer'])
    .executeTakeFirst()
  if (project) await mark(db, actor, project.id, { is_favourite: isFavourite })
  return project?.customer
}

const mark = (
  db: Transaction,
  { id: user_id }: Person,
  project_id: string,
  marked: { opened_at: string } | { is_favourite: boolean },
) =>
  db
    .insertInto('project_bookmark')
    .values({ user_id, project_id, ...marked })
    .onConflict((known) => known.columns(['user_id', 'project_id']).doUpdateSet(marked))
    .execute()
