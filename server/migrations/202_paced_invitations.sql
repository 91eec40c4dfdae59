-- Invitations that are paced are outside those that somebody sends by hand in an hour. Whichever was to be sent later than it was written
-- is one.
alter table invitation_mail add column is_paced boolean not null default false;
update invitation_mail as noted set is_paced = true from mail where mail.id = noted.mail_id and noted.sent_at > mail.created_at;
