import { seesDeletedTopics } from '@lintel/contract/content/content-permissions'
import type { topics } from '@lintel/contract/content/topics'
import type { Entity, Patch } from '@lintel/contract/jsonapi/resource'
import type { Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { type RawBuilder, sql } from 'kysely'
import { instantOf } from '../platform/clock'
import type { Change } from '../platform/context'
import { assertAffected, uuidOrNil } from '../platform/rows'
import { rowsJson } from './content.store'
import { canSeeDeletedTopics } from './content-access.store'
import { topicColumns } from './content-columns'
import { type ContentTable, contains, isEqual, type NewRow, refersTo } from './content-table.store'

type Topics = typeof topics

/** Nil UUID: the foreign key refuses it, which is reported by the constraint's name. */
const unknownId = sql`'00000000-0000-0000-0000-000000000000'::uuid`

/** Email of the person referenced by a column of `content`. */
export const emailOf = (column: string): RawBuilder<string | null> =>
  sql<string | null>`(select person.email from app_user as person where person.id = ${sql.ref(`content.${column}`)})`

/** Storage of topics: numbered within their project, each in a state of its workflow. */
export const topicTable: ContentTable<Topics> = {
  columns: topicColumns,
  computedFields: { assignee: emailOf('assignee_id') },
  defaultSort: 'number',
  isVisible: (actor) => sql`(not content.is_deleted or ${canSeeDeletedTopics(actor)})`,
  filterConditions: ({ workflow, state, stateKind, isDeleted, q }) => [
    ...refersTo('workflow_id', workflow),
    ...isEqual('state', state),
    ...isEqual('state_kind', stateKind),
    ...isEqual('is_deleted', isDeleted),
    ...contains('title', q),
  ],
  assertAddable({ isDeleted }, { level }) {
    if (isDeleted && !seesDeletedTopics(level))
      throw new Problem('notWritable', { pointer: '/data/attributes/isDeleted' })
  },
  insert: insertTopics,
  updateColumns: topicUpdateColumns,
  async remove({ db, now }, record) {
    const { id, version } = record as Entity<Topics>
    const removed = await sql`
      update topic set is_deleted = true, updated_at = ${instantOf(now)}, version = version + 1
      where id = ${id} and version = ${version}`.execute(db)
    assertAffected(removed)
  },
}

/** Inserts topics with the next numbers of their projects; concurrent inserts into the same project wait for each other. */
async function insertTopics({ db, now }: Change<Person>, rows: readonly NewRow<Topics>[]): Promise<void> {
  const input = rows.map(({ draft, columns }, place) => ({
    columns: { ...columns, place, assignee: draft.assignee, state_since: instantOf(now) },
  }))
  await sql`
    with input as (
      select * from jsonb_to_recordset(${rowsJson(input)}::jsonb) as input (place integer, id uuid, customer_id uuid, project_id uuid,
        title text, text text, workflow_id uuid, state text, state_since timestamptz, priority text, due_date date,
        labels jsonb, assignee text, bcf_guid uuid, is_deleted boolean, created_at timestamptz, created_by uuid)
    ), numbered as (
      update project_figures as figures set last_topic_number = last_topic_number + added.topics
      from (select project_id, count(*) as topics from input group by project_id) as added
      where figures.project_id = added.project_id
      returning figures.project_id, figures.last_topic_number - added.topics as before
    )
    insert into topic (id, customer_id, project_id, number, title, text, workflow_id, state, state_kind, state_since, priority,
      due_date, labels, assignee_id, bcf_guid, is_deleted, created_at, created_by, updated_at)
    select input.id, input.customer_id, input.project_id,
      numbered.before + row_number() over (partition by input.project_id order by input.place), input.title, input.text,
      input.workflow_id, coalesce(state.name, input.state, ''), coalesce(state.kind, 'open'), input.state_since, input.priority,
      input.due_date, input.labels, case when input.assignee is not null then coalesce(assignee.id, ${unknownId}) end,
      coalesce(input.bcf_guid, gen_random_uuid()), input.is_deleted, input.created_at, input.created_by, input.created_at
    from input
    join numbered on numbered.project_id = input.project_id
    left join workflow_state as state on state.project_id = input.project_id and state.workflow_id = input.workflow_id
      and (state.name = input.state or (input.state is null and state.position = 1))
    left join app_user as assignee on assignee.email = lower(input.assignee)`.execute(db)
}

/** Derived columns of an update: the kind of the new state, since when, and the assignee's id. */
async function topicUpdateColumns(
  { db, now }: Change<Person>,
  record: object,
  patch: Patch<Topics>,
): Promise<Record<string, unknown>> {
  const topic = record as Entity<Topics>
  const { assignee, state = topic.state, workflow = topic.workflow } = patch
  if (state === null) throw new Problem('required', { pointer: '/data/attributes/state' })
  const { rows } = await sql<{ kind: string | null; assignee: string | null }>`
    select (select kind from workflow_state where project_id = ${topic.project} and workflow_id = ${uuidOrNil(workflow)}
        and name = ${state}) as kind,
      (select id from app_user where email = lower(${assignee ?? null})) as assignee`.execute(db)
  const kind = rows[0]?.kind ?? 'open'
  const isMoved = state !== topic.state || workflow !== topic.workflow
  return {
    ...(isMoved && { state_kind: kind, state_since: instantOf(now) }),
    ...(assignee !== undefined && { assignee_id: assignee === null ? null : uuidOrNil(rows[0]?.assignee ?? '') }),
  }
}
