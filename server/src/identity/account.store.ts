import { sql } from 'kysely'

/** The account of the joined `app_user` may be used at a moment: not disabled, not deleted, not past its end date. */
export const isUsable = (at: string) =>
  sql<boolean>`(not app_user.is_inactive and app_user.deleted_at is null
    and (app_user.expiration_date is null or app_user.expiration_date > ${at}))`

/** The joined `session` is open at a moment: not ended, not too old, and used within its idle time. */
export const isOpen = (at: string) =>
  sql<boolean>`(session.ended_at is null and session.expires_at > ${at}
    and session.last_seen_at + make_interval(secs => session.idle_seconds) > ${at})`
