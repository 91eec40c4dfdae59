import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ChangeSet } from '@lintel/contract/people/change-sets'
import { type ProjectTemplate, projectTemplates } from '@lintel/contract/projects/project-templates'
import type { TemplateEntry } from '@lintel/contract/projects/template-content'
import { useSave } from '../../api/use-save'
import { planAndApply } from '../../shell/change-sets/apply-immediately'
import { showToast } from '../../ui/toast'
import { newEntries } from './entries'

interface EntryChangeOptions {
  customer: string
  /** The template as last loaded; undefined where none is selected. */
  template: ProjectTemplate | undefined
  /** Announces a change with an undo action. */
  announce(set: ChangeSet, text: string): void
}

/** A change of a template's entries, with its announcements. */
interface EntryChange {
  input: object
  appliedText(changed: number): string
  /** Announced where nothing had to be changed. */
  unchangedText: string
}

/** Adds and removes entries of a template one by one, so that concurrent changes by others do not conflict. */
export function useEntryChanges({ customer, template, announce }: EntryChangeOptions) {
  const { t } = useLingui()
  const showDone = (text: string) => showToast({ kind: 'done', text })

  const { mutate: save } = useSave({
    work: ({ input }: EntryChange) => planAndApply({ kind: 'template-entries', customer, input }),
    invalidates: [projectTemplates],
    queue: 'template-entries',
    onSaved: (set, { appliedText, unchangedText }) =>
      set.summary.change > 0 ? announce(set, appliedText(set.summary.change)) : showDone(unchangedText),
  })

  return {
    /** Adds the missing entries; existing ones are reported and skipped. */
    add(entries: readonly TemplateEntry[]) {
      if (!template || entries.length === 0) return
      const added = newEntries(template.content, entries)
      const unchangedText = t`All of it is in the template already.`
      if (added.length === 0) return showDone(unchangedText)
      const known = entries.length - added.length
      save({
        input: { template: template.id, add: added },
        unchangedText,
        appliedText: (changed) =>
          known === 0
            ? t`${plural(changed, { one: '# entry is added.', other: '# entries are added.' })}`
            : t`${plural(changed, { one: '# entry is added', other: '# entries are added' })}, ${plural(known, { one: '# was in the template already.', other: '# were in the template already.' })}`,
      })
    },
    remove(entries: readonly TemplateEntry[]) {
      if (!template || entries.length === 0) return
      save({
        input: { template: template.id, remove: entries.map(({ isEverything: _, ...identity }) => identity) },
        unchangedText: t`It was removed already.`,
        appliedText: (changed) =>
          t`${plural(changed, { one: '# entry is removed.', other: '# entries are removed.' })}`,
      })
    },
  }
}
