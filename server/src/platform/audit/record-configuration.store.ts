import { sql } from 'kysely'
import type { Transaction } from '../database'

/** Settings as they are stored: JSON values by name, and of secrets authentication codes. */
export type RecordedSettings = Record<string, unknown>

/** The settings of the last start, locked until the transaction ends; at the first start these ones. */
export async function lockRecordedSettings(db: Transaction, settings: RecordedSettings): Promise<RecordedSettings> {
  await db
    .insertInto('recorded_configuration')
    .values({ settings: JSON.stringify(settings) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = db.selectFrom('recorded_configuration').select(sql<RecordedSettings>`settings`.as('settings')).forUpdate()
  return (await row.executeTakeFirstOrThrow()).settings
}

export const saveSettings = (db: Transaction, settings: RecordedSettings) =>
  db
    .updateTable('recorded_configuration')
    .set({ settings: JSON.stringify(settings) })
    .execute()
