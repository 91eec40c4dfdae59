-- Whom and what an event is about, beside its own target: the person and the project of a membership or an invitation, those who
-- became administrators of a customer or ceased to be, a project's owner before and after. People by internal id or email, as
-- the event has them.
create function audit_subjects(target_type text, target_id text, before jsonb, after jsonb) returns text[] language sql immutable as $$
  select case target_type
    when 'project-members' then string_to_array(target_id, '.')
    when 'invitations' then array_remove(array[
      after ->> 'project', after ->> 'email', before ->> 'project', before ->> 'email'], null)
    when 'projects' then array_remove(array[target_id, before ->> 'owner', after ->> 'owner'], null)
    when 'customers' then array(
      select coalesce(was.email, is_now.email)
      from jsonb_array_elements_text(case jsonb_typeof(before -> 'customerAdmins')
        when 'array' then before -> 'customerAdmins' else '[]' end) as was (email)
      full join jsonb_array_elements_text(case jsonb_typeof(after -> 'customerAdmins')
        when 'array' then after -> 'customerAdmins' else '[]' end) as is_now (email)
        on is_now.email = was.email
      where was.email is null or is_now.email is null)
    else array[target_id]
  end
$$;
create index audit_event_subject_index on audit_event using gin (audit_subjects(target_type, target_id, before, after)) where target_type in
  ('project-members', 'invitations', 'projects', 'customers', 'users', 'user-profiles', 'customer-user-profiles');
