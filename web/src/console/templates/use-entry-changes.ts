import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ChangeSet } from '@lintel/contract/people/change-sets'
import { type ProjectTemplate, projectTemplates } from '@lintel/contract/projects/project-templates'
import type { TemplateEntry } from '@lintel/contract/projects/template-content'
import { useSave } from '../../api/use-save'
import { applyWhole } from '../../shell/change-sets/apply-at-once'
import { showToast } from '../../ui/toast'
import { newEntries } from './entries'

interface EntryChangeTerms {
  customer: string
  /** The template as it was read last; undefined where none is. */
  template: ProjectTemplate | undefined
  /** Something was done: says so, with a way back. */
  announce(set: ChangeSet, words: string): void
}

/** Adding to a template and removing from it, entry by entry: whoever else changes it at the same time is not in the way. */
export function useEntryChanges({ customer, template, announce }: EntryChangeTerms) {
  const { t } = useLingui()
  const say = (text: string) => showToast({ kind: 'done', text })

  const { mutate: save, isPending } = useSave({
    work: ({ input }: { input: object; said(changed: number): string }) =>
      applyWhole({ kind: 'template-entries', customer, input }),
    touches: [projectTemplates],
    queue: 'template-entries',
    onSaved: (set, { said }) =>
      set.summary.change > 0 ? announce(set, said(set.summary.change)) : say(t`All of it is in the template already.`),
  })

  return {
    isBusy: isPending,
    /** Adds what the template does not have yet; what it has is said, and left. */
    add(entries: readonly TemplateEntry[]) {
      if (!template || entries.length === 0) return
      const added = newEntries(template.content, entries)
      if (added.length === 0) return say(t`All of it is in the template already.`)
      const known = entries.length - added.length
      save({
        input: { template: template.id, add: added },
        said: (changed) =>
          known === 0
            ? t`${plural(changed, { one: '# entry is added.', other: '# entries are added.' })}`
            : t`${plural(changed, { one: '# entry is added', other: '# entries are added' })}, ${plural(known, { one: '# was in the template already.', other: '# were in the template already.' })}`,
      })
    },
    remove(entries: readonly TemplateEntry[]) {
      if (!template || entries.length === 0) return
      save({
        input: { template: template.id, remove: entries.map(({ isEverything: _, ...identity }) => identity) },
        said: (changed) => t`${plural(changed, { one: '# entry is removed.', other: '# entries are removed.' })}`,
      })
    },
  }
}
