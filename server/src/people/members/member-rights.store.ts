import { administers, isStaff, type Person } from '@lintel/contract/people/permissions'
import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import type { Database, Transaction } from '../../platform/database'
import type { DB } from '../../platform/database.types'
import { isSeen, isWithinReach, projectsBeside } from '../../projects/projects/project-rights.store'

type Db = Database | Transaction

/** Which members a question is about, by ids of ours. */
export interface Asked {
  project?: string | undefined
  customer?: string | undefined
}

/**
 * True for the members (`member`) of projects that the actor sees. It is asked once for a project that is named or a
 * customer that the actor administers, else of each member: a list of millions begins as fast as one of ten.
 */
export function isVisible(db: Db, actor: Person, { project, customer }: Asked): Expression<SqlBool> {
  const { exists } = expressionBuilder<DB, never>()
  const seesEverything: boolean = isStaff(actor)
  if (seesEverything) return sql<SqlBool>`true`
  if (customer !== undefined && administers(actor, customer)) return exists(administration(db, actor, customer))
  const seen = projectsBeside(db, actor).select('project.id').where(isSeen(actor))
  if (project !== undefined) return exists(seen.where('project.id', '=', project))
  return exists(seen.where(isWithinReach(actor)).where('project.id', '=', sql.ref<string>('member.project_id')))
}

const administration = (db: Db, { id }: Person, customer: string) =>
  db.selectFrom('customer_admin').select('user_id').where('customer_id', '=', customer).where('user_id', '=', id)
