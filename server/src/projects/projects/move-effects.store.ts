import type { MoveEffects } from '@lintel/contract/projects/move-effects'
import { sql } from 'kysely'
import { membersWithoutSecondFactor } from '../../customers/customers/security-policies.store'
import { endOf } from '../../people/members/membership-end.store'
import type { Database } from '../../platform/database'
import { uuidOrNil } from '../../platform/rows'
import { findRestrictedMembers } from './members-login-methods.store'

/** Effects of moving the project to the customer; undefined if either does not exist. */
export async function findMoveEffects(
  db: Database,
  project: string,
  customer: string,
): Promise<MoveEffects | undefined> {
  const isMember = sql`exists (select from project_member as member where member.project_id = moved.id and member.user_id = seer.user_id)`
  const readerCount = (of: 'moved.customer_id' | 'other.id') => sql`(select count(distinct seer.user_id)::int from (
    select user_id from customer_admin where customer_id = ${sql.ref(of)} and not awaits_proof
    union all
    select user_id from customer_api_user where customer_id = ${sql.ref(of)} and not awaits_proof) as seer
    where not ${isMember})`
  const { rows } = await sql<Omit<MoveEffects, 'restrictedMembers'>>`
    select
      case when policy.methods = '{}' then '{}' else
        array(select method from unnest(moved.providers) as method where method <> all(policy.methods)) end
        as "foreignLoginMethods",
      case when moved.providers = '{}' and not (other.providers <@ present.providers and other.providers @> present.providers)
        then policy.methods end as "inheritedLoginMethods",
      case when policy.is_stricter then other.second_factor_from end as "secondFactorFrom",
      case when policy.is_stricter then ${membersWithoutSecondFactor('moved.id')} else 0 end as "withoutSecondFactor",
      case when other.longest_session_hours < present.longest_session_hours or present.longest_session_hours is null
        then other.longest_session_hours end as "longestSessionHours",
      other.time_zone as "timeZone",
      (select count(*)::int from project_member as member join app_user as person on person.id = member.user_id
        where member.project_id = moved.id and person.home_customer_id is distinct from other.id
          and not exists (select from project_member as known
            where known.customer_id = other.id and known.user_id = member.user_id)
          and not exists (select from customer_admin as known
            where known.customer_id = other.id and known.user_id = member.user_id)
          and not exists (select from customer_user_profile as known
            where known.customer_id = other.id and known.user_id = member.user_id)) as "newPeople",
      (select count(*)::int from project_member as member
        join customer_user_profile as profile on profile.customer_id = moved.customer_id and profile.user_id = member.user_id
        where member.project_id = moved.id and profile.user_organization_id is not null) as "lostOrganizations",
      (select count(*)::int from directory_group_access as access where access.project_id = moved.id) as "groupAccesses",
      ${readerCount('moved.customer_id')} as "losingAccess",
      ${readerCount('other.id')} as "gainingAccess",
      case when other.time_zone = present.time_zone then 0 else
        (select count(*)::int from project_member as member
          where member.project_id = moved.id and ${endOf('member')} > now()) end
        as "endsInOtherTimeZone",
      array(select template.name from project_template as template
        where template.customer_id = moved.customer_id
          and exists (select from template_entry as entry
            where entry.template_id = template.id and entry.source_project_id = moved.id)
        order by template.name) as templates,
      (moved.trial_ends_at is not null and not other.is_trial) as "endsTrial"
    from project as moved
    join customer as present on present.id = moved.customer_id
    join customer as other on other.id = ${uuidOrNil(customer)}
    cross join lateral (select
      customer_login_methods(other.providers, other.second_factor_from) as methods,
      other.second_factor_from is not null
        and greatest(other.second_factor_from, now()) < coalesce(present.second_factor_from, 'infinity') as is_stricter
    ) as policy
    where moved.id = ${uuidOrNil(project)}`.execute(db)
  const [effects] = rows
  return effects && { ...effects, restrictedMembers: (await findRestrictedMembers(db, { project, customer })).length }
}
