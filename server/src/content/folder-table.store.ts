import type { folders } from '@lintel/contract/content/folders'
import { sql } from 'kysely'
import type { Transaction } from '../platform/database'
import { standingOf } from './content.store'
import { folderColumns } from './content-columns'
import { type ContentTable, contains, refersTo } from './content-table.store'

/** How folders are stored: none lies in itself, however many are moved at once. */
export const folderTable: ContentTable<typeof folders> = {
  columns: folderColumns,
  filtered: ({ parent, q }) => [...refersTo('parent_id', parent), ...contains('name', q)],
  async patched({ db }, record, { parent }) {
    if (parent !== undefined) await lockMoves(db, standingOf(record).project)
    return {}
  },
}

/**
 * Moves of folders within a project come one after the other (`folder_makes_no_circle`): taken before the folder is locked, which the move
 * under way may ask for.
 */
const lockMoves = (db: Transaction, project: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`folders of ${project}`}, 0))`.execute(db)
