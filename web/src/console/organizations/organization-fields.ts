import { useLingui } from '@lingui/react/macro'
import {
  type Organization,
  type OrganizationField,
  organizationFields,
  organizations,
  organizationTitle,
} from '@lintel/contract/people/organizations'
import { isNameTaken, recordFields } from '../../api/form/record-fields'
import type { RecordColumn } from '../../ui/grid/record-grid'

/** What is typed of an organization. */
export const organizationTexts = recordFields(organizations)

/** How each field is called. */
export function useOrganizationLabels(): Record<OrganizationField, string> {
  const { t } = useLingui()
  return {
    name: t`Name`,
    number: t`Number`,
    country: t`Country`,
    externalId: t`External id`,
    industry: t`Industry`,
  }
}

/** What sets a column apart from the others. Number and country stand in the name's brackets, and can be shown by themselves. */
const apart: Partial<Record<OrganizationField, Partial<RecordColumn<Organization>>>> = {
  name: {
    ...{ width: 480, isPinned: true, isRowHeader: true, canHide: false },
    value: organizationTitle,
    compare: (one, other, texts) => texts(one.name, other.name),
  },
  number: { width: 160, isHidden: true },
  country: { width: 100, isHidden: true },
}

/** The grid's columns: each field. */
export const organizationColumns = (labels: Record<OrganizationField, string>): RecordColumn<Organization>[] =>
  organizationFields.map((field) => ({
    ...{ id: field, title: labels[field], width: 240, value: (record) => record[field] ?? '' },
    ...apart[field],
  }))

/** The rules of an organization's fields, among the others that there are. */
export const organizationRules = (others: readonly Organization[], own: string | undefined) =>
  organizationTexts.schema.extend({
    name: organizations.fields.shape.name.refine((name) => !isNameTaken(name, others, own), 'organizationNameTaken'),
  })
