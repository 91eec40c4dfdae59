-- For which customer a project was made, and whose its template was then: a project that was made for another customer than its template's is
-- filled on only while both stay where they were. Without a foreign key, as everything that is remembered here; null where nobody can say it,
-- and for templates of the platform.
alter table template_application
  add column made_for uuid,
  add column made_from uuid;
