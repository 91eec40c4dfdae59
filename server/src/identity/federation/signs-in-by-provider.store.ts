import { type RawBuilder, sql } from 'kysely'
import type { StatementPart } from '../../platform/database'
import { isAllowedBy } from './federation.store'

/**
 * Whether the joined `app_user` can sign in by a linked identity: the provider is enabled, still has the issuer that
 * authenticated the identity, and is allowed for the account (security E6). Staff cannot. The identity `otherThan` is ignored.
 */
export const signsInByProvider = (otherThan: StatementPart = sql`null::uuid`): RawBuilder<boolean> =>
  sql`(app_user.role is null and exists (
    select from external_identity as own join sso_provider as vouching on vouching.id = own.provider_id
    where own.user_id = app_user.id and own.id is distinct from ${otherThan}
      and vouching.issuer = own.issuer and not vouching.is_disabled and ${isAllowedBy(sql`own.provider_id`)}))`
