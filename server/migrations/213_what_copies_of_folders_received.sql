-- What the copy of a folder was given, so that what people made of it since is told apart from what its library made of it: the labels
-- that it was given last, and the documents of the library that it has received, whether they are still there or not. Null where nobody
-- can say it, and for other content.
alter table copied_resource
  add column given_labels jsonb,
  add column source_documents uuid[];

-- A library folder that is as it was copied has the labels that its copy was given, unless these were renamed with the copy; a copy that is
-- as it came has them in any case.
update copied_resource as known set given_labels = source.labels from folder as source
  where known.entity_type = 'folders' and source.id = known.source_id and source.content_hash = known.source_hash;
update copied_resource as known set given_labels = copy.labels from folder as copy
  where known.entity_type = 'folders' and copy.id = known.resource_id and copy.content_hash = known.copy_hash;

-- A document of unknown origin goes by its name as before: nobody can say whether it is the copy of the library's or the project's own.
update copied_resource as known set source_documents = received.ids
  from (
    select copied.project_id, copied.resource_id, array_agg(document.id) as ids
    from copied_resource as copied
    join folder as source on source.id = copied.source_id and source.content_hash = copied.source_hash
    join document on document.project_id = source.project_id and document.folder_id = source.id
    where copied.entity_type = 'folders' and not exists (
      select from document as unknown where unknown.project_id = copied.project_id and unknown.folder_id = copied.resource_id
        and unknown.source_id is null and lower(unknown.name) = lower(document.name))
    group by copied.project_id, copied.resource_id
  ) as received
  where known.project_id = received.project_id and known.entity_type = 'folders' and known.resource_id = received.resource_id;

-- A folder whose name or labels change gets its hash after it was listed: triggers go by their names, and the row that came, with the hash
-- from before, was listed over it. Whoever compares folders with the list did not see the change.
alter trigger folder_changed on folder rename to folder_was_changed;
update project_content as listed set content_hash = folder.content_hash from folder
  where listed.id = folder.id and listed.content_hash <> folder.content_hash;
