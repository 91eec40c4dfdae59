import { sql } from 'kysely'

/** Minimum time between two updates of a last use, in seconds; the idle timeout of sessions is exact to this much. */
export const lastUseIntervalSeconds = 30

/** Whether the last use in a column, null before the first, is to be updated at `at`. */
export const isLastUseDue = (column: string, at: string) =>
  sql<boolean>`coalesce(${sql.ref(column)} < ${at}::timestamptz
    - make_interval(secs => ${lastUseIntervalSeconds}), true)`
