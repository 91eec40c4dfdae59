import { colour, name } from '../jsonapi/fields'
import { resource } from '../jsonapi/resource'
import { contentFields, contentReadOnly, searchText } from './content-fields'

/** A label of folders and documents. */
export const folderLabels = resource('folder-labels', {
  scope: 'project',
  fields: { name: name(100), color: colour, ...contentFields },
  readOnly: contentReadOnly,
  createOnly: ['project'],
  defaults: { color: '#6e7781' },
  filters: { q: searchText },
  sorts: ['name', 'createdAt'],
})
