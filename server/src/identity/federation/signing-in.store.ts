import { type RawBuilder, sql } from 'kysely'
import type { StatementPart } from '../../platform/database'
import { isAllowedBy } from './federation.store'

/**
 * The joined `app_user` has an identity that signs them in now: its provider is in use and still the one that proved it, and lets them in
 * (security E6). Staff have none. Without the identity `otherThan`, where one is given.
 */
export const signsInByProvider = (otherThan: StatementPart = sql`null::uuid`): RawBuilder<boolean> =>
  sql`(app_user.role is null and exists (
    select from external_identity as own join sso_provider as vouching on vouching.id = own.provider_id
    where own.user_id = app_user.id and own.id is distinct from ${otherThan}
      and vouching.issuer = own.issuer and not vouching.is_disabled and ${isAllowedBy(sql`own.provider_id`)}))`
