-- A folder's hash changes with whatever people put into it, so that its name is remembered by itself: how the library called it when it
-- was copied, and how its copy was called then. Null for other content, and where nobody can say it any more: such a folder keeps its name.
alter table copied_resource add column library_name text;
alter table copied_resource add column given_name text;
update copied_resource as known set library_name = source.name, given_name = copy.name
  from folder as source, folder as copy
  where known.entity_type = 'folders' and source.id = known.source_id and copy.id = known.resource_id
    and source.content_hash = known.source_hash and copy.content_hash = known.copy_hash;

-- Bytes of documents that a change set removed, which its undo would need. They go with the change set.
create table kept_object (
  change_set_id uuid not null references change_set (id) on delete cascade,
  object_key text not null references stored_object (key),
  primary key (change_set_id, object_key)
);
create index kept_object_object_index on kept_object (object_key);
