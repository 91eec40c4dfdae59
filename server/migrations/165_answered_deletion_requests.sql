-- What the administrators of a customer answered to somebody who wants their account deleted; staff's answer ends the request
-- (docs/decisions/215-requests-for-deletion-are-answered.md).
create table deletion_answer (
  user_id uuid not null references deletion_request (user_id) on delete cascade,
  customer_id uuid not null references customer (id) on delete cascade,
  outcome text not null,
  reason text not null,
  answered_by uuid references app_user (id) on delete set null,
  answered_at timestamptz not null,
  primary key (user_id, customer_id),
  constraint deletion_answer_outcome_known check (outcome in ('done', 'refused')),
  constraint deletion_answer_refusal_has_reason check (outcome <> 'refused' or reason <> '')
);
create index deletion_answer_customer_index on deletion_answer (customer_id);
create index deletion_answer_by_index on deletion_answer (answered_by);
