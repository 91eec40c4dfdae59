-- A membership ends once: a guest by `expiration_date`, anybody else by `access_until`. Whoever has both is a guest (project_member_guest_expires),
-- and keeps the earlier end, which their access had.
update project_member set expiration_date = least(expiration_date, access_until), access_until = null, version = version + 1
where expiration_date is not null and access_until is not null;
alter table project_member add constraint project_member_ends_once check (expiration_date is null or access_until is null);

-- Ends are read in the order of project_member_end_index.
drop index project_member_first_end_index;
