-- Bulk acts: planned, previewed row by row, applied all or nothing, undone.

create table change_set (
  id uuid primary key,
  customer_id uuid not null references customer (id) on delete cascade,
  kind text not null,
  state text not null,
  -- What it is planned from, while a job has yet to do that.
  input jsonb,
  summary jsonb not null default '{}',
  done integer not null default 0,
  total integer not null default 0,
  failure text,
  created_by uuid references app_user (id) on delete set null,
  created_at timestamptz not null,
  planned_at timestamptz,
  applied_by uuid references app_user (id) on delete set null,
  applied_at timestamptz,
  undone_by uuid references app_user (id) on delete set null,
  undone_at timestamptz,
  version integer not null default 1,
  constraint change_set_state_known check (
    state in ('planning', 'planned', 'applying', 'applied', 'undoing', 'undone', 'failed', 'stale'))
);
create index change_set_customer_index on change_set (customer_id, created_at, id);
-- Those that were never applied are forgotten after a while.
create index change_set_idle_index on change_set (created_at) where applied_at is null;

-- What the contract calls a row. Ids have no foreign keys: the row tells what was, whatever became of it.
create table change_set_row (
  change_set_id uuid not null references change_set (id) on delete cascade,
  number integer not null,
  outcome text not null,
  user_id uuid,
  project_id uuid,
  -- What is known of it beside person and project.
  object jsonb,
  before jsonb,
  after jsonb,
  why jsonb,
  conflict text,
  -- The version of the record that the plan saw; null where there was none.
  version integer,
  -- What an undo needs of a record that goes away.
  kept jsonb,
  remains boolean not null default false,
  primary key (change_set_id, number),
  constraint change_set_row_outcome_known check (outcome in ('change', 'same', 'conflict')),
  constraint change_set_row_conflict_said check ((outcome = 'conflict') = (conflict is not null))
);
-- The history of a person and of a project, and of a cell.
create index change_set_row_user_index on change_set_row (user_id, project_id, change_set_id) where outcome = 'change';
create index change_set_row_project_index on change_set_row (project_id, change_set_id) where outcome = 'change';

-- Which change set a membership is as it is by; null when somebody changed it by hand since.
alter table project_member add column change_set_id uuid;
