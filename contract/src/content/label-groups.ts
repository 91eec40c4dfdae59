import { name } from '../jsonapi/fields'
import { type Entity, resource } from '../jsonapi/resource'
import { colouredName, contentFields, contentReadOnly, named, searched } from './content-fields'

/** Labels that topics can have, together under a name. */
export const labelGroups = resource('label-groups', {
  scope: 'project',
  fields: { name: name(), labels: named(colouredName, 500), ...contentFields },
  readOnly: contentReadOnly,
  createOnly: ['project'],
  defaults: { labels: [] },
  filters: { q: searched },
  sorts: ['name', 'createdAt'],
})

export type LabelGroup = Entity<typeof labelGroups>
