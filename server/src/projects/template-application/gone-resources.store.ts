import type { SkippedEntry } from '@lintel/contract/projects/template-application'
import { templateEntry } from '@lintel/contract/projects/template-content'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Database, Transaction } from '../../platform/database'
import type { UsableEntries } from './applications.store'
import { entriesAs } from './chosen-records.store'
import type { CopiedKind } from './copied-kinds'

const keyParts = z.tuple([
  templateEntry.shape.sourceProjectId,
  templateEntry.shape.key,
  z.string().nullable(),
  z.string().nullable(),
])

/** The entries of a kind that name one resource each which is not in its library any more. */
export async function goneResources(
  db: Database | Transaction,
  { entriesOf, libraries }: UsableEntries,
  { table, keys }: Pick<CopiedKind, 'table' | 'keys'>,
): Promise<SkippedEntry[]> {
  const single = entriesOf(keys).filter(({ way }) => way === 'one')
  if (single.length === 0) return []
  const { rows } = await sql<{ source: string; entry: string; name: string | null }>`
    select wanted.source, wanted.entry, (
      select named.source_name from template_entry as named where named.source_project_id = wanted.source
        and named.value = wanted.id::text and named.source_name is not null limit 1) as name
    from (${entriesAs(single)}) as wanted
    left join ${sql.table(table)} as source on source.id = wanted.id and source.project_id = wanted.source
    where source.id is null order by wanted.position`.execute(db)
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
