import { name } from '../jsonapi/fields'
import { resource } from '../jsonapi/resource'
import { colouredName, contentFields, contentReadOnly, searchText, uniquelyNamed } from './content-fields'

/** A named group of labels of topics. */
export const labelGroups = resource('label-groups', {
  scope: 'project',
  fields: { name: name(), labels: uniquelyNamed(colouredName, 500), ...contentFields },
  readOnly: contentReadOnly,
  createOnly: ['project'],
  defaults: { labels: [] },
  filters: { q: searchText },
  sorts: ['name', 'createdAt'],
})
