import { z } from 'zod'
import { instant, line, name } from '../jsonapi/fields'
import { changeableFields, type Draft, type Entity, one, type Patch, resource } from '../jsonapi/resource'

/** An organization that a customer's people work for (admin-console chapter 3). */
export const organizations = resource('user-organizations', {
  fields: {
    name: name(),
    number: line(100).nullable(),
    country: line(100).nullable(),
    externalId: line(200).nullable(),
    industry: line(100).nullable(),
    customer: one('customers'),
    createdAt: instant,
    updatedAt: instant,
  },
  readOnly: ['createdAt', 'updatedAt'],
  createOnly: ['customer'],
  filters: { customer: z.string(), q: z.string().max(200) },
  sorts: ['name', 'number', 'country', 'createdAt'],
  includes: ['customer'],
})

export type Organization = Entity<typeof organizations>
export type OrganizationDraft = Draft<typeof organizations>

export type OrganizationField = keyof Patch<typeof organizations>

/** The editable fields of an organization, in the order of its grid, form, import and export. */
export const organizationFields: readonly OrganizationField[] = changeableFields(organizations)

/** The name, followed by number and country in brackets if known: `Nordbygg AS (987654321, NO)`. */
export function organizationTitle({
  name,
  number,
  country,
}: Pick<Organization, 'name' | 'number' | 'country'>): string {
  const details = [number, country].filter((part) => part).join(', ')
  return details ? `${name} (${details})` : name
}
