import type { ChangeSetKind } from '@lintel/contract/people/change-set-inputs'
import type { ChangeSetState } from '@lintel/contract/people/change-sets'
import { sql } from 'kysely'
import type { AuditEvent } from '../src/platform/audit/audit'
import type { Transaction } from '../src/platform/database'
import { customerId } from './customers'
import { demoId } from './demo-id'
import type { Moments } from './moments'
import { namedPeople } from './named-people'
import { personId } from './person-id'
import { projectId } from './projects'

/** A bulk change by Nordbygg's administrators: of some generated members of a project, from one level to another. */
interface DemoChangeSet {
  state: Extract<ChangeSetState, 'planned' | 'applied' | 'undone'>
  kind: ChangeSetKind
  by: string
  project: string
  /** Number of members, and their current level. */
  people: number
  now: number
  before: number
  after: number
  daysAgo: number
  /** The source of its rows. */
  why: object | null
}

const anna = 'anna@nordbygg.example'
const astrid = 'astrid@nordbygg.example'

const all: readonly DemoChangeSet[] = [
  {
    state: 'applied',
    kind: 'access-file',
    by: astrid,
    project: 'NB-2042',
    people: 3,
    now: 10,
    before: 20,
    after: 10,
    daysAgo: 6,
    why: { line: 2 },
  },
  {
    state: 'planned',
    kind: 'roles',
    by: anna,
    project: 'NB-1987',
    people: 4,
    now: 10,
    before: 10,
    after: 15,
    daysAgo: 0,
    why: null,
  },
  {
    state: 'undone',
    kind: 'copy-access',
    by: astrid,
    project: 'NB-2110',
    people: 2,
    now: 10,
    before: 10,
    after: 20,
    daysAgo: 3,
    why: { copiedFrom: 'kari@nordbygg.example' },
  },
]

/** The id of a change set, for tests and screenshots. */
export const changeSetId = (state: DemoChangeSet['state']): string => demoId('change set', state)

/** Inserts the change sets; the memberships they refer to must exist. */
export async function insertChangeSets(db: Transaction, moments: Moments): Promise<void> {
  for (const set of all) {
    await insertSet(db, set, moments)
    await insertRows(db, set)
    await touchMembers(db, set, moments)
  }
}

function insertSet(db: Transaction, { state, kind, by, people, daysAgo }: DemoChangeSet, { ago }: Moments) {
  const conflict = state === 'planned' ? 1 : 0
  const counts = { total: people + conflict, change: people, same: 0, conflict, people, projects: 1 }
  const conflicts = conflict ? { owner: 1 } : {}
  const undone = state === 'undone' ? { undone: people, remaining: 0 } : {}
  const done = state !== 'planned'
  return db
    .insertInto('change_set')
    .values({
      id: changeSetId(state),
      customer_id: customerId('nordbygg'),
      kind,
      state,
      summary: JSON.stringify({ ...counts, conflicts, ...undone }),
      done: counts.total,
      total: counts.total,
      created_by: personId(by),
      created_at: ago(daysAgo, 1),
      planned_at: ago(daysAgo, 1),
      applied_by: done ? personId(by) : null,
      applied_at: done ? ago(daysAgo) : null,
      undone_by: state === 'undone' ? personId(by) : null,
      undone_at: state === 'undone' ? ago(daysAgo - 1) : null,
    })
    .execute()
}

const terms = (level: number) => JSON.stringify({ privilegeLevel: level, accessUntil: null })

/** The first generated members of the project; for the planned one also its owner, who cannot be changed. */
const insertRows = (db: Transaction, { state, project, people, now, before, after, why }: DemoChangeSet) =>
  sql`
    insert into change_set_row (change_set_id, number, outcome, user_id, project_id, before, after, why, conflict, version)
    select ${changeSetId(state)}, row_number() over (order by is_owner, user_id),
      case when is_owner then 'conflict' else 'change' end, user_id, project_id,
      case when is_owner then ${terms(30)} else ${terms(before)} end::jsonb,
      case when not is_owner then ${terms(after)}::jsonb end, ${why === null ? null : JSON.stringify(why)}::jsonb,
      case when is_owner then 'owner' end, 1
    from (
      (select user_id, project_id, false as is_owner from project_member
        where project_id = ${projectId(project)} and privilege_level = ${now} and access_until is null
          and user_id <> all(${namedPeople.map(({ email }) => personId(email))}::uuid[])
          and not exists (select from invitation where invitation.user_id = project_member.user_id)
        order by user_id limit ${people})
      union all
      (select user_id, project_id, true from project_member
        where project_id = ${projectId(project)} and privilege_level = 30 and ${state === 'planned'})
    ) as chosen`.execute(db)

/** Links the members to an applied change set; an undone one left their levels unchanged, two versions later. */
const touchMembers = (db: Transaction, { state, daysAgo }: DemoChangeSet, { ago }: Moments) =>
  sql`
    update project_member as member
    set version = ${state === 'applied' ? 2 : 3}, change_set_id = ${state === 'applied' ? changeSetId(state) : null},
      updated_at = ${ago(state === 'applied' ? daysAgo : daysAgo - 1)}
    from change_set_row as row
    where row.change_set_id = ${changeSetId(state)} and ${state !== 'planned'}
      and member.project_id = row.project_id and member.user_id = row.user_id`.execute(db)

/** The audit events of the change sets. */
export const changeSetAuditEvents = (): AuditEvent[] =>
  all.flatMap(({ state, kind, by, people }) => {
    const event = (action: string, after: object): AuditEvent => ({
      action: `change-sets.${action}`,
      customer: customerId('nordbygg'),
      actor: { id: personId(by), email: by },
      target: { type: 'change-sets', id: changeSetId(state) },
      after: { kind, ...after },
    })
    return [
      event('create', { state: 'planned' }),
      ...(state === 'planned' ? [] : [event('apply', { rows: people })]),
      ...(state === 'undone' ? [event('undo', { undone: people, remaining: 0 })] : []),
    ]
  })
