-- Owners of trial projects are mailed before the end, so a new owner is mailed as well, however the project was handed over: as a change of
-- the project, or by an import of the directory and its undo (docs/decisions/162-registration-and-the-end-of-a-trial.md).
create function project_new_owner() returns trigger language plpgsql as $$
begin
  new.trial_mailed_at := null;
  return new;
end $$;

create trigger project_new_owner before update of owner_id on project
  for each row when (old.owner_id is distinct from new.owner_id) execute function project_new_owner();
