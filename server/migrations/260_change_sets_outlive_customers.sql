-- What a change set did is only in its rows, the audit log has their digest: they stay when the customer is deleted, and go with the events
-- (docs/decisions/075-change-sets.md). A change set is still made only for a customer that exists, as the foreign key said.
alter table change_set drop constraint change_set_customer_id_fkey;

create function change_set_has_customer() returns trigger language plpgsql as $$
begin
  perform from customer where id = new.customer_id for key share;
  if not found then
    raise foreign_key_violation using message = 'a change set is made for a customer that exists', table = 'change_set',
      constraint = 'change_set_customer_id_fkey';
  end if;
  return new;
end $$;
create trigger change_set_has_customer before insert on change_set for each row execute function change_set_has_customer();
