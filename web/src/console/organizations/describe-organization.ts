import type { ChangeSetRow } from '@lintel/contract/people/change-sets'
import { organizationFields, organizationTitle } from '@lintel/contract/people/organizations'
import type { RowText } from '../../shell/change-sets/row-text'

/** Describes a row about an organization or about a person whose organization changes; `deleted` is the text for a deleted one. */
export const describeOrganization =
  (deleted: string) =>
  ({ object, before, after, outcome }: ChangeSetRow): RowText => {
    const { name, user, given } = object
    const isGone = outcome === 'change' && before !== null && after === null
    return {
      title: name || user || Object.values(given ?? {}).join(' · ') || '—',
      detail: name && user ? user : '',
      before: wordsOf(before),
      after: isGone ? deleted : wordsOf(after),
    }
  }

/** The fields that are not part of the title. */
const untitled = organizationFields.filter((field) => !['name', 'number', 'country'].includes(field))

function wordsOf(record: ChangeSetRow['before']): string {
  if (record === null) return ''
  const text = (field: string) => (typeof record[field] === 'string' ? record[field] : null)
  const name = text('name') ?? text('userOrganization') ?? ''
  const title = organizationTitle({ name, number: text('number'), country: text('country') })
  return [title, ...untitled.map(text)].filter(Boolean).join(' · ')
}
