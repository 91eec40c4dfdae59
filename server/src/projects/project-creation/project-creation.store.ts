import type { CreationProgress } from '@lintel/contract/projects/project-creation'
import { sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import type { Change } from '../../platform/context'
import type { Database, Transaction } from '../../platform/database'

/** Creation progress of a project and its template. */
export interface ProvisioningState {
  project: string
  templateProject: string | null
  projectTemplate: string | null
  customer: string
  state: 'making' | 'failed' | null
  done: number
  failure: CreationProgress['failure']
  /** The job failed and is waiting for its next attempt. */
  isDelayed: boolean
  /** Deleted since its creation began. */
  isInactive: boolean
}

/** Kind of the provisioning job; its key is the project. */
export const provisioningJobKind = 'project.create'

const provisioningOf = (db: Database | Transaction, project: string) =>
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
        select from job where kind = ${provisioningJobKind} and key = project.id::text and state = 'waiting' and last_error is not null
      )`.as('isDelayed'),
      'is_inactive as isInactive',
    ])
    .where('id', '=', project)

/** The creation progress of a project. */
export const findProvisioning = (db: Database | Transaction, project: string): Promise<ProvisioningState | undefined> =>
  provisioningOf(db, project).executeTakeFirst()

/** The creation progress, locked until the transaction ends, so that two workers never run the same step. */
export const lockProvisioning = (db: Transaction, project: string): Promise<ProvisioningState | undefined> =>
  provisioningOf(db, project).forNoKeyUpdate().executeTakeFirst()

/** The transaction that records the progress, and its time. */
type ProvisioningChange = Pick<Change, 'db' | 'now'>

const updateProvisioning = ({ db, now }: ProvisioningChange, project: string, columns: Record<string, unknown>) =>
  db
    .updateTable('project')
    .set({ ...columns, updated_at: instantOf(now), version: sql`version + 1` })
    .where('id', '=', project)
    .execute()

/** Records the number of completed steps; must be called in the transaction of the last one. */
export const markStepsDone = (change: ProvisioningChange, project: string, done: number) =>
  updateProvisioning(change, project, { creation_done: done })

/** Marks the creation as complete. */
export const markComplete = (change: ProvisioningChange, project: string) =>
  updateProvisioning(change, project, { creation_state: null, creation_failure: null })

/** Marks the creation as failed until somebody retries it. */
export const markFailed = (
  change: ProvisioningChange,
  project: string,
  failure: NonNullable<ProvisioningState['failure']>,
) => updateProvisioning(change, project, { creation_state: 'failed', creation_failure: failure })

/** Marks the creation as running again. */
export const markProvisioning = (change: ProvisioningChange, project: string) =>
  updateProvisioning(change, project, { creation_state: 'making', creation_failure: null })

/** Raises the statement timeout: copying a large library takes longer than a request may. */
export const extendStatementTimeout = (db: Transaction) => sql`set local statement_timeout = '120s'`.execute(db)
