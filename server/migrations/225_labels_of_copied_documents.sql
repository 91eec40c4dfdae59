-- The labels that a document was given last with its copy or by its library, so that labels of the project are told apart from these. Null
-- where nobody can say it, and for documents that were not copied.
alter table document add column given_labels jsonb;
