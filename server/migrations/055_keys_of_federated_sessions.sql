-- Tokens of federated sessions last an hour: a key is accepted for that long, and ten minutes more, after it signed last.
update signing_key
set retires_at = greatest(retires_at, signs_until + interval '70 minutes');
