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

/** The editable text fields of an organization. */
export const organizationTextFields = recordFields(organizations)

/** Labels of the fields. */
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

/** Column settings that differ from the default. Number and country are part of the title, so their own columns are hidden at first. */
const columnOverrides: Partial<Record<OrganizationField, Partial<RecordColumn<Organization>>>> = {
  name: {
    ...{ width: 480, isPinned: true, isRowHeader: true, canHide: false },
    value: organizationTitle,
    compare: (one, other, texts) => texts(one.name, other.name),
  },
  number: { width: 160, isHidden: true },
  country: { width: 100, isHidden: true },
}

/** Columns of the grid, one for each field. */
export const organizationColumns = (labels: Record<OrganizationField, string>): RecordColumn<Organization>[] =>
  organizationFields.map((field) => ({
    ...{ id: field, title: labels[field], width: 240, value: (record) => record[field] ?? '' },
    ...columnOverrides[field],
  }))

/** Form schema of an organization, with a check that the name is unique. */
export const organizationRules = (others: readonly Organization[], own: string | undefined) =>
  organizationTextFields.schema.extend({
    name: organizations.fields.shape.name.refine((name) => !isNameTaken(name, others, own), 'organizationNameTaken'),
  })
