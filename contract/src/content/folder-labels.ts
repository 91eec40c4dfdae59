import { colour, name } from '../jsonapi/fields'
import { type Entity, resource } from '../jsonapi/resource'
import { contentFields, contentReadOnly, searched } from './content-fields'

/** A label that folders and documents can have. */
export const folderLabels = resource('folder-labels', {
  scope: 'project',
  fields: { name: name(100), color: colour, ...contentFields },
  readOnly: contentReadOnly,
  createOnly: ['project'],
  defaults: { color: '#6e7781' },
  filters: { q: searched },
  sorts: ['name', 'createdAt'],
})

export type FolderLabel = Entity<typeof folderLabels>
