import { sql } from 'kysely'
import type { Database } from '../src/platform/database'

/** Makes each row that is deleted from a table take so many seconds, as if there were very many, until it is ended. */
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
