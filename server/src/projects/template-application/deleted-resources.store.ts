import type { SkippedEntry } from '@lintel/contract/projects/template-application'
import { templateEntry } from '@lintel/contract/projects/template-content'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Database, Transaction } from '../../platform/database'
import type { UsableEntries } from './applications.store'
import { entriesRecordset } from './chosen-records.store'
import type { CopiedKind } from './copied-kinds'

const keyParts = z.tuple([
  templateEntry.shape.sourceProjectId,
  templateEntry.shape.key,
  z.string().nullable(),
  z.string().nullable(),
])

/** Entries that select a single resource which was deleted from its library. */
export async function findDeletedResources(
  db: Database | Transaction,
  { entriesOf, libraries }: UsableEntries,
  { table, keys }: Pick<CopiedKind, 'table' | 'keys'>,
): Promise<SkippedEntry[]> {
  const single = entriesOf(keys).filter(({ scope }) => scope === 'one')
  if (single.length === 0) return []
  const { rows } = await sql<{ source: string; entry: string; name: string | null }>`
    select requested.source, requested.entry, (
      select named.source_name from template_entry as named where named.source_project_id = requested.source
        and named.value = requested.id::text and named.source_name is not null limit 1) as name
    from (${entriesRecordset(single)}) as requested
    left join ${sql.table(table)} as source on source.id = requested.id and source.project_id = requested.source
    where source.id is null order by requested.position`.execute(db)
  return rows.map(({ source, entry, name }) => {
    const [sourceProjectId, key, value, renameTo] = keyParts.parse(JSON.parse(entry))
    return {
      reason: 'resourceGone',
      sourceProjectId,
      library: libraries.get(source) ?? null,
      key,
      value,
      renameTo,
      name,
      entries: 1,
    }
  })
}
