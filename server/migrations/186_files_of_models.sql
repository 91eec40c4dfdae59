-- Models are alike when they are made of as many files: a project that is copied has the same number (decision 244).
alter table ifc_model drop column content_hash;
alter table ifc_model add column content_hash text generated always as (
  hash_of(name, discipline, files::text, size::text, classifications::text)) stored;
