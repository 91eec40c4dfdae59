import type { I18n } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import type { ChangeSetRow } from '@lintel/contract/people/change-sets'
import { templateEntry } from '@lintel/contract/projects/template-content'
import { isAll, type TemplateResourceType, typeOfEntry } from '@lintel/contract/projects/template-resources'
import type { DescribeRow, RowText } from '../../shell/change-sets/row-text'
import { type EntryLibrary, originalName } from './template-tree'

interface DescribeTexts {
  types: Readonly<Record<TemplateResourceType, string>>
  widget(name: string): string
  everything: string
  unnamed: string
  none: string
}

/** Describes a row about an entry of a template: its content, its library, and its name before and after. */
export const describeEntry =
  (libraries: ReadonlyMap<string, EntryLibrary>, texts: DescribeTexts) =>
  ({ before, after }: ChangeSetRow): RowText => {
    const entry = templateEntry.safeParse(after ?? before).data
    if (!entry) return { title: '—', detail: '', before: '', after: '' }
    const library = libraries.get(entry.sourceProjectId)
    const name = isAll(entry) ? texts.everything : (originalName(entry, library, texts.widget) ?? texts.unnamed)
    const called = (side: ChangeSetRow['before']) =>
      side ? (templateEntry.safeParse(side).data?.renameTo ?? name) : texts.none
    return {
      title: name,
      detail: [texts.types[typeOfEntry(entry)], library?.name].filter(Boolean).join(' · '),
      before: called(before),
      after: called(after),
    }
  }

/** Describes the row about an added or renamed template by its name before and after. */
export const describeTemplate: DescribeRow = ({ object, before, after }) => {
  const called = (side: ChangeSetRow['before']) => String(side?.name ?? '')
  return { title: object.name || '—', detail: '', before: called(before), after: called(after) }
}

/** Describes the row about a deleted template, with the number of its entries. */
export const describeDeletion =
  (i18n: I18n): DescribeRow =>
  ({ object, before }) => {
    const entries = Number(before?.entries ?? 0)
    return {
      ...{ title: object.name || '—', detail: '' },
      before: i18n._(msg`${plural(entries, { one: '# entry', other: '# entries' })}`),
      after: i18n._(msg`deleted`),
    }
  }
