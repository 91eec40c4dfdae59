-- What a customer's directory says the telephone of one of its people is for: "work", "mobile". It is changed by that name later.
alter table scim_user add column phone_type text;
