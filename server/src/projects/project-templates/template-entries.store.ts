import type { TemplateEntry } from '@lintel/contract/projects/template-content'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database'

/** Entries as they are sent, as rows; `place` is where each of them stands among them. */
const sent = (entries: readonly TemplateEntry[]) => sql`
  select entry.place, sent.*, hash_of(sent."sourceProjectId"::text, sent.key, sent.value, sent."renameTo") as identity
  from jsonb_array_elements(${JSON.stringify(entries)}::jsonb) with ordinality as entry (content, place)
  cross join lateral jsonb_to_record(entry.content) as sent (
    "sourceProjectId" uuid, key text, value text, "renameTo" text, "isEverything" boolean)`

/** Gives a template exactly these entries. Those that it has already stay the same records. */
export async function writeEntries(
  db: Transaction,
  template: string,
  entries: readonly TemplateEntry[],
): Promise<void> {
  await sql`
    delete from template_entry where template_id = ${template}
      and identity not in (select identity from (${sent(entries)}) as sent)`.execute(db)
  await sql`
    insert into template_entry as known (template_id, source_project_id, key, value, rename_to, is_everything)
    select ${template}, "sourceProjectId", key, value, "renameTo", "isEverything" from (${sent(entries)}) as sent
    order by place
    on conflict (template_id, identity) do update set is_everything = excluded.is_everything
    where known.is_everything <> excluded.is_everything`.execute(db)
}
