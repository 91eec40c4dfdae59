import { sql } from 'kysely'
import type { Database } from '../src/platform/database'

/** Slows down deletes from a table by `seconds` per row, as if there were very many rows, until `end` is called. */
export async function slowDeletes(db: Database, table: string, seconds: number): Promise<{ end(): Promise<void> }> {
  const name = sql.table(table)
  await sql`
    create function slow_delete() returns trigger language plpgsql as $$
    begin
      perform pg_sleep(${sql.lit(seconds)});
      return old;
    end $$`.execute(db)
  await sql`create trigger slow_delete before delete on ${name} for each row execute function slow_delete()`.execute(db)
  return {
    end: async () => {
      await sql`drop trigger slow_delete on ${name}`.execute(db)
      await sql`drop function slow_delete()`.execute(db)
    },
  }
}
