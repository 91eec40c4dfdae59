-- A folder gets its hash while it is inserted, which lists it with that hash; the row that came has none yet and must not be listed
-- over it.
create or replace function content_is_listed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from project_content where id in (select id from gone);
  elsif tg_op = 'INSERT' then
    insert into project_content (id, customer_id, project_id, entity_type, name, content_hash, version)
      select id, customer_id, project_id, tg_argv[0], name, content_hash, version from came
      on conflict (id) do nothing;
  else
    insert into project_content (id, customer_id, project_id, entity_type, name, content_hash, version)
      select id, customer_id, project_id, tg_argv[0], name, content_hash, version from came
      on conflict (id) do update set customer_id = excluded.customer_id, name = excluded.name,
        content_hash = excluded.content_hash, version = excluded.version;
  end if;
  return null;
end $$;
update project_content as listed set content_hash = folder.content_hash from folder
  where listed.id = folder.id and listed.content_hash <> folder.content_hash;
