-- Whether steps that can be redone name an image.
create index change_set_row_redone_image_index on change_set_row ((after ->> 'image')) where after ->> 'image' is not null;
