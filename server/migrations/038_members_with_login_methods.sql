-- Members with login methods of their own, by method: few among millions. A provider that one of them needs is not removed.
create index project_member_providers_index on project_member using gin (providers) where providers <> '{}';
