import type { folders } from '@lintel/contract/content/folders'
import { sql } from 'kysely'
import type { Transaction } from '../platform/database'
import { accessOf } from './content.store'
import { folderColumns } from './content-columns'
import { type ContentTable, contains, refersTo } from './content-table.store'

/** Storage of folders. Moves are serialized so that concurrent moves cannot create a cycle. */
export const folderTable: ContentTable<typeof folders> = {
  columns: folderColumns,
  filterConditions: ({ parent, q }) => [...refersTo('parent_id', parent), ...contains('name', q)],
  async updateColumns({ db }, record, { parent }) {
    if (parent !== undefined) await lockMoves(db, accessOf(record).project)
    return {}
  },
}

/**
 * Serializes folder moves within a project (`folder_makes_no_circle`). The advisory lock is taken before the folder's row lock, which a
 * concurrent move may be waiting for.
 */
const lockMoves = (db: Transaction, project: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`folders of ${project}`}, 0))`.execute(db)
