import { sql } from 'kysely'

/**
 * The states of both specifications, each with the statement that finds an example in the demo world. A state without
 * an example could not be seen, shown or tested: this list is the demo world's checklist.
 */
export const demoStates = {
  owner: sql`select from project where owner_id = ${id('ola@nordbygg.example')}`,
  'project admin': member('kari@nordbygg.example', 20),
  workflowsAdmin: member('asa@vvsteknik.example', 15),
  member: member('mei@nordbygg.example', 10),
  guest: guest('guest@partner.example', sql`expiration_date > now() + interval '14 days'`),
  'guest about to expire': guest(
    'tomas@gruas.example',
    sql`expiration_date between now() and now() + interval '3 days'`,
  ),
  'expired guest': guest('yara@partner.example', sql`expiration_date < now()`),
  'customer administrator': sql`select from customer_admin where user_id = ${id('anna@nordbygg.example')}`,
  'administrator of two customers': sql`
    select from customer_admin where user_id = ${id('anna@nordbygg.example')} having count(*) = 2`,
  'API user': sql`select from customer_api_user where user_id = ${id('reports@nordbygg.example')}`,
  'service account whose token keeps a directory current': sql`
    select from api_token join app_user on app_user.id = api_token.user_id
    where service_account and scopes = '{scim}' and ended_at is null and last_used_at is not null and expires_at > now()`,
  'member whose access ends soon': sql`
    select from project_member where privilege_level > 5 and access_until between now() and now() + interval '4 days'`,
  'membership that a group of the directory gives': sql`
    select from project_member as member
    join directory_group_member as own on own.user_id = member.user_id
    join directory_group_access as access on access.group_id = own.group_id and access.project_id = member.project_id
    where member.directory_level = access.level`,
  'group of a directory without people': sql`
    select from directory_group where not exists (select from directory_group_member where group_id = directory_group.id)`,
  'change set that is planned': changeSet('planned'),
  'change set that was applied': changeSet('applied'),
  'change set that was undone': changeSet('undone'),
  staff: person(sql`role = 'rendra_staff'`),
  'federated user': person(sql`externally_identified and allowed_providers <> '{}'`),
  'user who must set a password': person(sql`must_update_password`),
  'user whose password is no longer accepted': sql`select from password_credential where reset_needed`,
  'user with a second factor': sql`select from totp_factor where enabled_at is not null`,
  'user with recovery codes left': recoveryCodes(sql`count(*) filter (where used_at is null) between 4 and 9`),
  'user with few recovery codes left': recoveryCodes(sql`count(*) filter (where used_at is null) between 1 and 3`),
  'user whose second factor has yet to be proved': sql`select from totp_setup`,
  'staff without a second factor': person(
    sql`role = 'rendra_staff' and not exists (select from totp_factor where user_id = app_user.id)`,
  ),
  'user who is signed in in several places': sql`
    select from session where ended_at is null and expires_at > now() group by user_id having count(*) > 1`,
  'user whose export reads by a feed token': sql`
    select from feed_token where ended_at is null and last_used_at is not null and expires_at > now()`,
  'customer whose dashboard hangs on a wall': sql`
    select from display_token where ended_at is null and last_used_at is not null and expires_at > now()`,
  'user who must complete the profile': person(sql`must_update_profile and not must_update_password`),
  'user who chose a theme': person(sql`theme = 'dark'`),
  'user whose browser alone says the language': person(sql`language is null and browser_locale is not null`),
  'user who agreed to the privacy policy': person(sql`privacy_agreed_version = '1'`),
  'user who asked for another email': sql`select from email_change where expires_at > now()`,
  'user with settings of their own': sql`select from user_setting where key = 'projects' and schema_version = 8`,
  'user with favourite projects': sql`
    select from project_bookmark where user_id = ${id('mei@nordbygg.example')} and is_favourite`,
  'administrator who opened a project without being its member': sql`
    select from project_bookmark as own where opened_at is not null and not exists (
      select from project_member as member
      where member.project_id = own.project_id and member.user_id = own.user_id)`,
  'inactive user': person(sql`is_inactive`),
  'deleted user': person(sql`deleted_at is not null`),
  'user who never signed in': person(sql`last_login_at is null and role is null`),
  'user without projects': person(sql`email = 'lena@nordbygg.example' and ${projectsOf(sql`app_user.id`)} = 0`),
  'user of exactly ten projects': person(
    sql`email = 'jonas@nordbygg.example' and ${projectsOf(sql`app_user.id`)} = 10`,
  ),
  'user of more than ten projects, with libraries and hibernated ones': sql`
    select from project_member as member join project on project.id = member.project_id
    where member.user_id = ${id('mei@nordbygg.example')}
    having count(*) filter (where not is_library and not is_hibernated) > 10
      and bool_or(is_library) and bool_or(is_hibernated)`,
  'member with an end of access': sql`select from project_member where access_until > now()`,
  'member whose access has ended': sql`select from project_member where access_until < now()`,
  'member with login methods': sql`select from project_member where providers <> '{}'`,

  'open invitation': invitation(sql`state = 'pending' and way = 'password' and expires_at > now()`),
  'expired invitation': invitation(sql`state = 'pending' and expires_at < now()`),
  'invitation that bounced': invitation(sql`state = 'bounced'`),
  'guest with a link': invitation(sql`state = 'accepted' and way = 'guest' and link_hash is not null`),
  'invited person with a one-time password': sql`
    select from temporary_password join invitation on invitation.id = invitation_id where state = 'pending'`,

  'running project': project(sql`status = 'Running'`),
  'starting project': project(sql`status = 'Starting'`),
  'customer without projects': sql`
    select from customer where not exists (select from project where project.customer_id = customer.id)`,
  'stopped project': project(sql`status = 'Stopped'`),
  'crashed project': project(sql`status = 'Crashed'`),
  'hibernated project': project(sql`is_hibernated`),
  'deleted project': project(sql`is_inactive and deleted_at is not null`),
  library: project(sql`is_library`),
  'template project': project(sql`is_template and not is_default_template`),
  'default template': sql`select from project where is_default_template having count(*) = 1`,
  'project made from a template': project(sql`template_project_id is not null`),
  'project that is being made': project(sql`creation_state = 'making'`),
  'project whose making failed': project(sql`creation_state = 'failed'`),
  'trial project': project(sql`trial_ends_at > now()`),
  'project that wants a second factor': project(sql`providers = '{COGNITO_MFA}'`),
  'project that wants the demo provider': project(sql`providers = '{partnerengineering}'`),
  'project with a long name': project(sql`length(name) > 150`),
  'project with a name written from right to left': project(sql`name ~ '[\u0600-\u06ff]'`),
  'project with a Chinese or Japanese name': project(sql`name ~ '[\u4e00-\u9fff]'`),

  'trial customer': sql`select from customer where is_trial`,
  'customer with login methods': sql`select from customer where providers <> '{}'`,
  'customer that requires a second factor from a day to come': sql`
    select from customer where second_factor_from > now() and invite_domains <> '{}'`,
  'customer with a key account manager': sql`select from customer where kam_id is not null`,
  'organization with number and country': sql`select from user_organization where number <> '' and country <> ''`,
  'organization without number': sql`select from user_organization where number is null and country <> ''`,
  'organization without country': sql`select from user_organization where number <> '' and country is null`,
  'organization with a name only': sql`select from user_organization where number is null and country is null`,
  'provider on the sign-in screen': sql`select from sso_provider where is_public and not hidden`,
  'hidden provider': sql`select from sso_provider where hidden and not is_public`,
  'provider that is being set up by a link': sql`
    select from provider_setup_link as link join sso_provider as provider on provider.id = link.provider_id
    where link.revoked_at is null and link.expires_at > now() and provider.activated_at is null and provider.is_disabled`,
  'provider that matches by email': sql`
    select from sso_provider as provider join customer on provider.id = any(customer.providers)
    join customer_domain as bound on bound.customer_id = customer.id and bound.state = 'verified' where provider.email_match`,
  'domain of a customer': sql`select from customer_domain where state = 'verified'`,
  'domain that waits for its proof': sql`select from customer_domain where state = 'pending' and txt_record is not null`,
  'domain whose proof is lost': sql`select from customer_domain where state = 'lost' and missed_days > 0`,
  'template of the platform': sql`select from project_template where customer_id is null`,
  'template of a customer': sql`select from project_template where customer_id is not null and num_entries > 0`,
} as const

function id(email: string) {
  return sql`(select id from app_user where email = ${email})`
}

function person(condition: ReturnType<typeof sql>) {
  return sql`select from app_user where ${condition}`
}

function invitation(condition: ReturnType<typeof sql>) {
  return sql`select from invitation where ${condition}`
}

function recoveryCodes(condition: ReturnType<typeof sql>) {
  return sql`select from recovery_code group by user_id having ${condition}`
}

function project(condition: ReturnType<typeof sql>) {
  return sql`select from project where ${condition}`
}

function member(email: string, level: number) {
  return sql`select from project_member where user_id = ${id(email)} and privilege_level = ${level}`
}

function guest(email: string, condition: ReturnType<typeof sql>) {
  return sql`select from project_member where user_id = ${id(email)} and privilege_level = 5 and ${condition}`
}

/** The number of projects in a person's list: neither deleted, hibernated, a library nor a template. */
function projectsOf(user: ReturnType<typeof sql>) {
  return sql`(
    select count(*) from project_member as own join project on project.id = own.project_id
    where own.user_id = ${user} and not is_inactive and not is_hibernated and not is_library and not is_template
  )`
}

function changeSet(state: string) {
  return sql`
    select from change_set where state = ${state} and exists (
      select from change_set_row where change_set_id = change_set.id and outcome = 'change')`
}
