import type { TemplateEntry } from '@lintel/contract/projects/template-content'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../platform/database'

/** Input entries as rows; `place` is the index of an entry. */
const inputEntries = (entries: readonly TemplateEntry[]) => sql`
  select entry.place, sent.*, hash_of(sent."sourceProjectId"::text, sent.key, sent.value, sent."renameTo") as identity
  from jsonb_array_elements(${JSON.stringify(entries)}::jsonb) with ordinality as entry (content, place)
  cross join lateral jsonb_to_record(entry.content) as sent (
    "sourceProjectId" uuid, key text, value text, "renameTo" text, "isEverything" boolean)`

/** Replaces the entries of a template; entries that it already has keep their ids. */
export async function writeEntries(
  db: Transaction,
  template: string,
  entries: readonly TemplateEntry[],
): Promise<void> {
  await sql`
    delete from template_entry where template_id = ${template}
      and identity not in (select identity from (${inputEntries(entries)}) as sent)`.execute(db)
  await sql`
    insert into template_entry as known (template_id, source_project_id, key, value, rename_to, is_everything)
    select ${template}, "sourceProjectId", key, value, "renameTo", "isEverything" from (${inputEntries(entries)}) as sent
    order by place
    on conflict (template_id, identity) do update set is_everything = excluded.is_everything
    where known.is_everything <> excluded.is_everything`.execute(db)
}

/** What an entry names: its library and its value, in a query. */
interface NamedResource {
  library: RawBuilder<unknown>
  value: RawBuilder<unknown>
}

/** What the entry with this alias names. */
export const resourceOf = (entry: string): NamedResource => ({
  library: sql.ref(`${entry}.source_project_id`),
  value: sql.ref(`${entry}.value`),
})

/** The name of the single resource that an entry names; null if its library does not have it. */
const presentName = ({ library, value }: NamedResource) => sql`(
  select content.name from project_content as content where content.project_id = ${library} and content.id =
    case when ${value} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (${value})::uuid end)`

/** The name that is kept of the entry with this alias when it is removed: its resource may be deleted before it is restored. */
export const nameToKeep = (entry: string): RawBuilder<unknown> =>
  sql`coalesce(${presentName(resourceOf(entry))}, ${sql.ref(`${entry}.source_name`)})`

/** The name that a restored entry stores: the kept one if its resource was deleted, null while it exists. */
export const nameToStore = (resource: NamedResource, kept: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when ${presentName(resource)} is null then ${kept} end`
