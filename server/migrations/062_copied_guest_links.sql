-- Guest links that an administrator copied are kept apart from mailed ones, like every other copied link (docs/decisions/114-guest-links-and-proofs.md):
-- a mailed one proves the mailbox when it is used, a copied one proves nothing and ends at a proof.

-- Null for the link of a guest, which ends with the membership.
alter table copied_link alter column expires_at drop not null;
create index copied_link_secret_index on copied_link (secret_hash);

-- Which of the links of today were copied is in the audit log; one of which it says nothing any more counts as copied.
insert into copied_link (invitation_id, user_id, secret_hash, copied_by, created_at)
  select invitation.id, invitation.user_id, invitation.link_hash, coalesce(copier.id, invitation.invited_by), invitation.sent_at
  from invitation
  left join lateral (
    select event.action, event.actor_id from audit_event as event
    where event.tenant_id = invitation.customer_id and event.target_type = 'invitations' and event.target_id = invitation.id::text
      and event.action in ('invitations.create', 'invitations.resend', 'invitations.copy-link') and event.result = 'success'
    order by event.sequence desc limit 1) as latest on true
  left join app_user as copier on copier.id = latest.actor_id
  where invitation.link_hash is not null and coalesce(latest.action = 'invitations.copy-link', true);
update invitation set link_hash = null from copied_link where copied_link.invitation_id = invitation.id and link_hash is not null;

-- What a customer gives a guest account that another one made waits for the proof as well; what is stored today keeps opening.
create or replace function grant_awaits_proof() returns trigger language plpgsql as $$
begin
  perform from app_user as person
    where person.id = new.user_id and person.email_verified_at is null and person.role is null
      and person.home_customer_id is distinct from new.customer_id and new.created_by is distinct from new.user_id
    for share;
  new.awaits_proof := found;
  return new;
end $$;
