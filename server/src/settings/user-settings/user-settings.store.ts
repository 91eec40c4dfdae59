import type { Person } from '@lintel/contract/people/permissions'
import { settingKeys, settingVersion, type UserSetting } from '@lintel/contract/settings/user-settings'
import { type SqlBool, sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import type { Change } from '../../platform/context'
import type { Database, Transaction } from '../../platform/database'
import { assertChanged, assertRemoved } from '../../platform/rows'

/** SQL condition: the setting has the current schema version; older ones are ignored. */
const current = sql<SqlBool>`(key, schema_version) in (${sql.join(
  settingKeys.map((key) => sql`(${sql.lit(key)}, ${sql.lit(settingVersion(key))})`),
)})`

const own = (db: Database, { id }: Person) =>
  db
    .selectFrom('user_setting')
    .select([
      'key as id',
      'version',
      'schema_version as schemaVersion',
      sql<UserSetting['value']>`value`.as('value'),
      'updated_at as updatedAt',
    ])
    .where('user_id', '=', id)
    .where(current)

/** A setting of the person. */
export const find = (db: Database, actor: Person, key: string): Promise<UserSetting | undefined> =>
  own(db, actor).where('key', '=', key).executeTakeFirst()

/** All settings of the person; they are few. */
export const listOwn = (db: Database, actor: Person): Promise<UserSetting[]> => own(db, actor).orderBy('key').execute()

/** Inserts or replaces a setting. */
export const put = (
  { db, actor, now }: Change<Person>,
  { key, schemaVersion, value }: { key: string; schemaVersion: number; value: UserSetting['value'] },
) =>
  db
    .insertInto('user_setting')
    .values({
      user_id: actor.id,
      key,
      schema_version: schemaVersion,
      value: JSON.stringify(value),
      updated_at: instantOf(now),
    })
    .onConflict((known) =>
      known.columns(['user_id', 'key']).doUpdateSet({
        schema_version: schemaVersion,
        value: JSON.stringify(value),
        updated_at: instantOf(now),
        version: sql`user_setting.version + 1`,
      }),
    )
    .execute()

/** Changes a setting if its version is unchanged. */
export async function change(
  { db, actor, now }: Change<Person>,
  { id: key, version, value }: UserSetting,
): Promise<void> {
  assertChanged(
    await db
      .updateTable('user_setting')
      .set({ value: JSON.stringify(value), updated_at: instantOf(now), version: version + 1 })
      .where('user_id', '=', actor.id)
      .where('key', '=', key)
      .where('version', '=', version)
      .executeTakeFirstOrThrow(),
  )
}

/** Removes a setting if its version is unchanged, which restores the default. */
export async function remove(db: Transaction, { id }: Person, { id: key, version }: UserSetting): Promise<void> {
  assertRemoved(
    await db
      .deleteFrom('user_setting')
      .where('user_id', '=', id)
      .where('key', '=', key)
      .where('version', '=', version)
      .executeTakeFirstOrThrow(),
  )
}
