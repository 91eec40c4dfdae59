-- When a second factor was last given in a session that was open already: whoever has one changes it only by a proof of the last ten minutes
-- that was more than the password (security C6). One that came with the sign-in is as old as the session.
alter table session add column second_factor_at timestamptz;
