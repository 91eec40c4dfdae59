import { sql } from 'kysely'
import type { Transaction } from '../../platform/database'
import type { Slice } from '../../platform/slices'
import type { PlannedChangeSet } from '../change-sets/engine/change-kind'
import { comparedName } from '../change-sets/kinds/compared-name.store'
import { belongsToCustomer } from '../users/belongs-to-customer.store'
import { isLineInSlice } from './row-ranges.store'

/**
 * Looks up everybody named in the files: their account at the customer and the conflict of changing it. Administrators of the customer and staff
 * cannot be imported, and a file cannot disable an API user, who would still be able to read the customer. Where nobody new can be added, people
 * must have an account.
 */
export async function resolvePeople(
  db: Transaction,
  { customer, actor, configuration }: PlannedChangeSet,
): Promise<void> {
  await sql`
    create temporary table staged_person on commit drop as
    select staged.email, person.id as user_id, coalesce(person.guest, false) as is_guest, disabled.email is not null as is_disabled,
      case when person.id = ${actor.id} then 'oneself'
        when admin.user_id is not null then 'customerAdministrator'
        when disabled.email is not null and api_user.user_id is not null then 'apiUser'
        when person.role is not null then 'staff'
        when not staged.is_user and (person.id is null or not ${belongsToCustomer('person', customer)}) then 'unknownPerson'
        when person.id is null and disabled.email is null and not ${configuration.canAddUsers}::boolean then 'noAccount' end as refused
    from (
      select email, bool_or(is_user) as is_user
      from (select email, true as is_user from staged_user union all select email, false from staged_member where is_listed
        union all select email, true from staged_member where not is_listed) as each
      group by email
    ) as staged
    left join app_user as person on person.email = staged.email and person.deleted_at is null
    left join customer_admin as admin on admin.customer_id = ${customer} and admin.user_id = person.id
    left join customer_api_user as api_user on api_user.customer_id = ${customer} and api_user.user_id = person.id
    left join staged_user as disabled on disabled.email = staged.email and not disabled.enabled`.execute(db)
  await sql`create index on staged_person (email)`.execute(db)
  await sql`analyze staged_person`.execute(db)
}

/**
 * Plans the profile of each person in `users.csv`; a disabled person leaves, also where all that they have is their home at the customer, and comes
 * again when the file enables them. `offset 0` makes the planner evaluate the subquery once instead of once
 * per use.
 */
export const planUsers = (db: Transaction, { customer }: PlannedChangeSet, slice: Slice) =>
  sql`
    insert into planned_row (rank, file, line, outcome, user_id, object, before, after, why, conflict, version, kept)
    select 1, file, line,
      case when refused is not null then 'conflict' when is_same then 'same' else 'change' end, user_id,
      jsonb_strip_nulls(jsonb_build_object('type', 'directory-users', 'id', coalesce(profile_id, gen_random_uuid()), 'user', email,
        'name', nullif(concat_ws(' ', given ->> 'firstName', given ->> 'lastName'), ''))),
      before, case when refused is null and not is_disabled then given || jsonb_build_object('privilegeLevel', 10) end,
      jsonb_build_object('file', file, 'line', line), refused, version,
      nullif(jsonb_strip_nulls(jsonb_build_object('directorySource', source, 'isDisabled', case when is_disabled or was_disabled then was_disabled end)),
        '{}')
    from (
      select known.*, case when known.is_disabled then known.before is null else known.before = known.given || '{"privilegeLevel": 10}' end
        is true as is_same
      from (
        select staged.file, staged.line, staged.email, person.user_id, person.refused, person.is_disabled, profile.id as profile_id,
          profile.version, profile.directory_source as source, coalesce(profile.is_disabled, false) as was_disabled,
          jsonb_build_object('firstName', coalesce(staged.first_name, profile.first_name),
            'lastName', coalesce(staged.last_name, profile.last_name), 'title', coalesce(staged.title, profile.title),
            'phone', coalesce(staged.phone, profile.phone), 'organization', coalesce(employer.name, former.name),
            'userOrganization', coalesce(employer.id, former.id)) as given,
          case when person.is_disabled then case when
              exists (select from project_member as own where own.customer_id = ${customer} and own.user_id = person.user_id)
              or exists (select from directory_group_member as own
                where own.customer_id = ${customer} and own.user_id = person.user_id)
              or not profile.is_disabled
              or profile.id is null and exists (
                select from app_user as account where account.id = person.user_id and account.home_customer_id = ${customer})
              then '{"privilegeLevel": 10}'::jsonb end
            when profile.id is not null then
              jsonb_build_object('privilegeLevel', case when profile.is_disabled and staged.enabled then 0 else 10 end,
                'firstName', profile.first_name, 'lastName', profile.last_name,
                'title', profile.title, 'phone', profile.phone, 'organization', former.name, 'userOrganization', former.id)
            end as before
        from staged_user as staged
        join staged_person as person on person.email = staged.email
        left join customer_user_profile as profile on profile.customer_id = ${customer} and profile.user_id = person.user_id
        left join (
          select distinct on (key) id, name, key from user_organization
          cross join lateral (select ${comparedName(sql`name`)} as key) as compared
          where customer_id = ${customer} order by key, name is normalized desc, id
        ) as employer on employer.key = ${comparedName(sql`staged.organization`)}
        left join user_organization as former
          on former.customer_id = ${customer} and former.id = profile.user_organization_id
        where ${isLineInSlice(slice, sql`staged.line`)}
        offset 0
      ) as known
    ) as evaluated`.execute(db)
