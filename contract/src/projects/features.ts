import { name, paragraph } from '../jsonapi/fields'
import { type Entity, resource } from '../jsonapi/resource'

/** A feature that a project can have: `PRO_TOPICS`, `PRO_DOCUMENTS`, `CHECKLISTS` … (admin-console chapter 3). */
export const features = resource('features', {
  fields: {
    name: name(),
    description: paragraph().nullable(),
  },
  readOnly: ['name', 'description'],
  sorts: ['name'],
})

export type Feature = Entity<typeof features>
