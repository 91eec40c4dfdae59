-- Of the person of a closed account only the name stays, for what they created (docs/decisions/215-requests-for-deletion-are-answered.md). Accounts
-- that were closed before give up the rest as well.

-- The mail about the end of their request may still wait, and is in their language.
update mail set locale = coalesce(person.language, person.browser_locale)
from app_user as person
where person.id = mail.user_id and person.deleted_at is not null and mail.state = 'waiting' and mail.locale is null;

delete from user_setting where user_id in (select id from app_user where deleted_at is not null);
delete from project_bookmark where user_id in (select id from app_user where deleted_at is not null);
delete from creation_key where user_id in (select id from app_user where deleted_at is not null);
delete from customer_person where user_id in (select id from app_user where deleted_at is not null);
-- Each names the address that it was sent to.
delete from invitation where user_id in (select id from app_user where deleted_at is not null);

update app_user set phone = null, title = null, organization = '', language = null, time_zone = null, theme = default,
  browser_locale = null, browser_time_zone = null, last_login_at = null, expiration_date = null,
  privacy_agreed_at = null, privacy_agreed_version = null, allowed_providers = '{}', home_customer_id = null,
  version = version + 1
where deleted_at is not null;
