import { type Organization, organizations } from '@lintel/contract/people/organizations'
import { z } from 'zod'
import type { Ground } from '../../api/form/draft'

/** What is edited of an organization. */
export const organizationFields = ['name', 'number', 'country', 'externalId'] as const

export type OrganizationField = (typeof organizationFields)[number]

/** What the form holds; texts, as people type them. */
export type OrganizationValues = Record<OrganizationField, string>

export const valuesOf = (organization: Partial<Organization> | undefined): OrganizationValues => ({
  name: organization?.name ?? '',
  number: organization?.number ?? '',
  country: organization?.country ?? '',
  externalId: organization?.externalId ?? '',
})

/** True when another organization has this name, whatever the case (admin-console chapter 5). */
export const isNameTaken = (
  name: string,
  others: readonly Pick<Organization, 'id' | 'name'>[],
  own: string | undefined,
): boolean => {
  const wanted = name.trim().toLowerCase()
  return others.some((other) => other.id !== own && other.name.toLowerCase() === wanted)
}

const emptyIsNull = <T extends z.ZodType<string | null, string | null>>(field: T) =>
  z
    .string()
    .trim()
    .transform((typed) => typed || null)
    .pipe(field)

/** The rules of an organization's fields, among the others that there are. */
export const organizationSchema = (others: readonly Organization[], own: string | undefined) =>
  z.object({
    name: organizations.fields.shape.name.refine((name) => !isNameTaken(name, others, own), 'organizationNameTaken'),
    number: emptyIsNull(organizations.fields.shape.number),
    country: emptyIsNull(organizations.fields.shape.country),
    externalId: emptyIsNull(organizations.fields.shape.externalId),
  })

/** What the form lies on; nothing for an organization that is not there. */
export const groundOf = (organization: Organization | undefined): Ground<OrganizationValues> => ({
  version: organization?.version,
  values: valuesOf(organization),
})

/** What a save sends of these values; what says nothing is null. */
export const patchOf = (values: Partial<OrganizationValues>): Partial<ReturnType<typeof draftOf>> =>
  Object.fromEntries(Object.entries(values).map(([field, value]) => [field, value.trim() || null]))

/** A whole organization; what says nothing is null. */
export const draftOf = (values: OrganizationValues) => ({
  name: values.name.trim(),
  number: values.number.trim() || null,
  country: values.country.trim() || null,
  externalId: values.externalId.trim() || null,
})
