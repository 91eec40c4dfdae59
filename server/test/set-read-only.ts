import { sql } from 'kysely'
import type { Database } from '../src/platform/database'

/** Makes the database of this connection only read, or write again. It applies to connections that are opened afterwards. */
export const setReadOnly = (db: Database, value: 'on' | 'off') =>
  sql
    .raw(`do $$ begin
      execute format('alter database %I set default_transaction_read_only = ${value}', current_database());
    end $$`)
    .execute(db)
