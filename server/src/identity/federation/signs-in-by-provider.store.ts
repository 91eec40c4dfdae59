import { type RawBuilder, sql } from 'kysely'
import type { StatementPart } from '../../platform/database'

/**
 * The provider is allowed for the joined `app_user`: it is excluded neither by their own list nor by the default of their
 * home customer, unless one of their projects requires it. Which provider opens which project is enforced there.
 */
export const isAllowedBy = (provider: StatementPart) => sql<boolean>`(
  (cardinality(app_user.allowed_providers) = 0 or ${provider} = any(app_user.allowed_providers))
  and (
    not exists (
      select from customer where customer.id = app_user.home_customer_id
      and cardinality(customer.providers) > 0 and ${provider} <> all(customer.providers)
    )
    or ${provider} = any(app_user.allowed_providers)
    or exists (
      select from project_member as member
      join project on project.id = member.project_id join customer on customer.id = project.customer_id
      where member.user_id = app_user.id
      and (${provider} = any(member.providers) or ${provider} = any(project.providers) or ${provider} = any(customer.providers))
    )
  ))`

/**
 * Whether the joined `app_user` can sign in by a linked identity: the provider is enabled, still has the issuer that
 * authenticated the identity, and is allowed for the account (security E6). Staff cannot. The identity `otherThan` is ignored.
 */
export const signsInByProvider = (otherThan: StatementPart = sql`null::uuid`): RawBuilder<boolean> =>
  sql`(app_user.role is null and exists (
    select from external_identity as own join sso_provider as vouching on vouching.id = own.provider_id
    where own.user_id = app_user.id and own.id is distinct from ${otherThan}
      and vouching.issuer = own.issuer and not vouching.is_disabled and ${isAllowedBy(sql`own.provider_id`)}))`
