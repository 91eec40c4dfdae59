-- The same rule as before, in branches of its own for each table: a record is asked only for fields that it has.
create or replace function project_owner_is_member() returns trigger language plpgsql as $$
declare
  asked uuid;
begin
  if tg_table_name = 'project' then
    asked := new.id;
  elsif tg_op = 'DELETE' then
    asked := old.project_id;
  else
    asked := new.project_id;
  end if;
  if exists (
    select from project
    where project.id = asked and not exists (
      select from project_member as member
      where member.project_id = project.id and member.user_id = project.owner_id and member.privilege_level = 30
    )
  ) then
    raise exception 'project % needs exactly one owner', asked
      using errcode = 'check_violation', constraint = 'project_owner_is_member';
  end if;
  return null;
end $$;
