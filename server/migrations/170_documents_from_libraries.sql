-- Which document of a library or project a document was copied from, and what that was called then: by this it is found again where
-- one of the two has another name or lies elsewhere now. No reference, as the source may go; null where a document was not copied, or
-- was copied before this was noted.
alter table document
  add column source_id uuid,
  add column source_name text check (source_name <> '');

create index document_source_index on document (project_id, source_id) where source_id is not null;
