-- What a project can be given. The product's own list: the same in every installation, so it comes with the schema.
insert into feature (id, name, description, position) values
  ('PRO_TOPICS', 'Topics', 'Issues with place, responsible person and deadline, moved along by workflows', 1),
  ('PRO_DOCUMENTS', 'Documents', 'Folders of drawings and documents with versions and labels', 2),
  ('CHECKLISTS', 'Checklists', 'Inspections on site, with signatures and pictures', 3),
  ('IFC_MODELS', 'Models', 'Building models in the open IFC format, with buildings and spaces', 4),
  ('CUSTOM_VIEWS', 'Custom views', 'Saved views of models and lists that a team shares', 5),
  ('REPORTS', 'Reports', 'Report templates filled from topics and checklists', 6),
  ('TAKT_TRAINS', 'Takt planning', 'Trains of work that move through the areas of a building', 7);
