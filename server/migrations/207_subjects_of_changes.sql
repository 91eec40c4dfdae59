-- Who came by is apart from what was changed: a project is opened a thousand times as often as anything of it changes, and the history of
-- its changes read every opening. What people do all day is about its target alone. The old index goes last, as whoever reads waits
-- from then on.
create index audit_event_change_subject_index on audit_event using gin (audit_subjects(target_type, target_id, before, after))
  where target_type in
      ('project-members', 'invitations', 'projects', 'customers', 'users', 'user-profiles', 'customer-user-profiles')
    and not (result = 'success' and action in ('projects.open', 'projects.favourite', 'session.login', 'session.logout',
      'session.refresh', 'user-profiles.browser-locale'));
create index audit_event_everyday_index on audit_event (target_id, occurred_at, id)
  where target_type in
      ('project-members', 'invitations', 'projects', 'customers', 'users', 'user-profiles', 'customer-user-profiles')
    and result = 'success' and action in ('projects.open', 'projects.favourite', 'session.login', 'session.logout',
      'session.refresh', 'user-profiles.browser-locale');
drop index audit_event_subject_index;
