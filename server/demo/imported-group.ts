import { sql } from 'kysely'
import type { Transaction } from '../src/platform/database'
import { contentId } from './content/content-ids'
import { customerId } from './customers'
import { demoId } from './demo-id'
import type { Moments } from './moments'
import { projectId } from './projects'

const name = 'Quality control'
const number = 'NB-2041'

/** Inserts an imported directory group whose members have their access to the harbour project by it. */
export async function insertImportedGroup(db: Transaction, moments: Moments): Promise<void> {
  const customer = customerId('nordbygg')
  const project = projectId(number)
  const group = demoId('directory-group', `nordbygg/${name}`)
  const at = moments.ago(40)
  const team = await db
    .selectFrom('project_group_member')
    .select('user_id')
    .where('group_id', '=', contentId('group', number, name))
    .execute()
  const people = team.map(({ user_id }) => user_id)
  await db
    .insertInto('directory_group')
    .values({
      ...{ id: group, customer_id: customer, name, description: 'Approves what was corrected', source: 'import' },
      ...{ created_at: at, updated_at: at },
    })
    .execute()
  await db
    .insertInto('directory_group_member')
    .values(people.map((user_id) => ({ group_id: group, user_id, customer_id: customer, source: 'import' })))
    .execute()
  await db
    .insertInto('directory_group_access')
    .values({ group_id: group, project_id: project, customer_id: customer, level: 10 })
    .execute()
  await sql`update project_group set directory_group_id = ${group} where id = ${contentId('group', number, name)}`.execute(
    db,
  )
  await db
    .updateTable('project_group_member')
    .set({ is_imported: true })
    .where('group_id', '=', contentId('group', number, name))
    .execute()
  await db
    .updateTable('project_member')
    .set({ directory_level: 10 })
    .where('project_id', '=', project)
    .where('user_id', 'in', people)
    .execute()
}
