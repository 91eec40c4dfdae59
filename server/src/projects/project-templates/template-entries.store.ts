import type { TemplateEntry } from '@lintel/contract/projects/template-content'
import { sql } from 'kysely'
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
