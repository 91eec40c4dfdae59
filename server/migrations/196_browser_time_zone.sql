-- The time zone of the person's browser: mails give their times in it until the person chooses one.
alter table app_user add column browser_time_zone text;
