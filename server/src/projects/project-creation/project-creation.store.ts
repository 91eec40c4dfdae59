import type { CreationProgress } from '@lintel/contract/projects/project-creation'
import { sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import type { Change } from '../../platform/context'
import type { Database, Transaction } from '../../platform/database'
import type { Provisioning } from './copy-steps.store'

/** How far a project is, and what it is made from. */
export interface ProvisioningState extends Provisioning {
  customer: string
  state: 'making' | 'failed' | null
  done: number
  failure: CreationProgress['failure']
  /** The job that makes it has failed and waits for its next try. */
  isDelayed: boolean
  /** It was deleted meanwhile. */
  isInactive: boolean
}

/** The kind of job that makes a project; its key is the project. */
export const makingKind = 'project.create'

const states = (db: Database | Transaction, project: string) =>
  db
    .selectFrom('project')
    .select([
      'id as project',
      'customer_id as customer',
      'template_project_id as templateProject',
      'project_template_id as projectTemplate',
      sql<ProvisioningState['state']>`creation_state`.as('state'),
      'creation_done as done',
      sql<ProvisioningState['failure']>`creation_failure`.as('failure'),
      sql<boolean>`exists (
        select from job where kind = ${makingKind} and key = project.id::text and state = 'waiting' and last_error is not null
      )`.as('isDelayed'),
      'is_inactive as isInactive',
    ])
    .where('id', '=', project)

/** How far a project is. */
export const makingOf = (db: Database | Transaction, project: string): Promise<ProvisioningState | undefined> =>
  states(db, project).executeTakeFirst()

/** The same, locked until the transaction ends: of two who make one project, one does a step. */
export const lockProvisioning = (db: Transaction, project: string): Promise<ProvisioningState | undefined> =>
  states(db, project).forNoKeyUpdate().executeTakeFirst()

/** The transaction that notes how far a project is, and its instant. */
type ProvisioningChange = Pick<Change, 'db' | 'now'>

const changeMaking = ({ db, now }: ProvisioningChange, project: string, columns: Record<string, unknown>) =>
  db
    .updateTable('project')
    .set({ ...columns, updated_at: instantOf(now), version: sql`version + 1` })
    .where('id', '=', project)
    .execute()

/** So many steps are in the project. To be called in the transaction of the last of them. */
export const noteDone = (change: ProvisioningChange, project: string, done: number) =>
  changeMaking(change, project, { creation_done: done })

/** The project has everything. */
export const noteComplete = (change: ProvisioningChange, project: string) =>
  changeMaking(change, project, { creation_state: null, creation_failure: null })

/** The project stays as far as it is until somebody tries again. */
export const noteFailed = (
  change: ProvisioningChange,
  project: string,
  failure: NonNullable<ProvisioningState['failure']>,
) => changeMaking(change, project, { creation_state: 'failed', creation_failure: failure })

/** It is made on. */
export const noteProvisioning = (change: ProvisioningChange, project: string) =>
  changeMaking(change, project, { creation_state: 'making', creation_failure: null })

/** A step of a large library takes longer than somebody would wait. */
export const takeTime = (db: Transaction) => sql`set local statement_timeout = '120s'`.execute(db)
