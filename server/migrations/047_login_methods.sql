-- Login methods decide what a session opens. A feed token keeps the one that its maker had; of older ones only the password is known.
alter table feed_token add column login_method text not null default 'COGNITO';

-- Few have a list of their own: whether a list excludes somebody is asked of these alone.
create index customer_login_methods_index on customer (id) where providers <> '{}';
create index project_login_methods_index on project (customer_id, id) where providers <> '{}';
create index project_member_login_methods_index on project_member (user_id, project_id) where providers <> '{}';
