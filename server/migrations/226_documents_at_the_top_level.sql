-- Documents that templates brought to the top level of projects are recorded one by one, as other copies are. Those of before are recorded as
-- unchanged where they have a name, labels and bytes that their library gave them, and as up to date where these are the current ones.
insert into copied_resource (project_id, entity_type, resource_id, template_id, entry_key, source_project_id, source_id, source_version,
  source_hash, copy_hash)
select distinct on (copy.project_id, source.id) copy.project_id, 'documents', copy.id, application.template_id,
  '["' || lower(entry ->> 'sourceProjectId') || '","' || (entry ->> 'key') || '",' || coalesce(to_json(entry ->> 'value')::text, 'null') || ','
    || coalesce(to_json(entry ->> 'renameTo')::text, 'null') || ']',
  source.project_id, source.id, source.version,
  case when copy.checksum is not distinct from source.checksum and copy.source_name = source.name
    and coalesce(copy.given_labels, copy.labels) = source.labels then source.content_hash else '' end,
  case when copy.name = copy.source_name and copy.labels = coalesce(copy.given_labels, source.labels)
    and (copy.revision = 0 or exists (select from document_version as earlier
      where earlier.document_id = source.id and earlier.checksum = copy.checksum)) then copy.content_hash else '' end
from template_application as application
cross join jsonb_array_elements(application.entries) as entry
join document as source on source.project_id = (entry ->> 'sourceProjectId')::uuid and source.folder_id is null
join document as copy on copy.project_id = application.project_id and copy.source_id = source.id and copy.folder_id is null
where application.template_id is not null and entry ->> 'key' in ('folders', 'folderId')
  and (entry ->> 'value' is null or coalesce((entry ->> 'isEverything')::boolean, false))
order by copy.project_id, source.id, copy.id;
