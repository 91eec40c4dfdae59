import { Trans, useLingui } from '@lingui/react/macro'
import type { ChangeSet } from '@lintel/contract/people/change-sets'
import { projectTemplates } from '@lintel/contract/projects/project-templates'
import { type TemplateEntry, templateEntry } from '@lintel/contract/projects/template-content'
import { z } from 'zod'
import { FormDialog } from '../../api/form/form-dialog'
import { useDraft } from '../../api/form/use-draft'
import { useDraftSave } from '../../api/form/use-draft-save'
import { useFormFields } from '../../api/form/use-form-fields'
import { applyWhole } from '../../shell/change-sets/apply-at-once'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/field'

interface RenameEntryProps {
  customer: string
  template: string
  entry: TemplateEntry
  /** What the library calls it; undefined where it has it no more. */
  original: string | undefined
  onRenamed(set: ChangeSet): void
  onClose(): void
}

const schema = z.object({ name: templateEntry.shape.renameTo.unwrap().unwrap() })

/** What an entry is called in the projects that are made: a new name, or again the one of the library. */
export function RenameEntry({ customer, template, entry, original, onRenamed, onClose }: RenameEntryProps) {
  const { t } = useLingui()
  const ground = { version: undefined, values: { name: entry.renameTo ?? original ?? '' } }
  const draft = useDraft(ground)
  const form = useFormFields({ draft, schema, label: () => t`Name in new projects`, checksAtOnce: true })
  const { isEverything: _, ...identity } = entry
  const renameTo = draft.values.name.trim()
  const renamed = (name: string | null) =>
    applyWhole({
      kind: 'template-entries',
      customer,
      input: { template, rename: [{ entry: identity, renameTo: name }] },
    })
  const save = useDraftSave({
    ground,
    send: () => renamed(renameTo === original ? null : renameTo),
    readAgain: async () => ground,
    isDisputed: () => false,
    touches: [projectTemplates],
    onSaved: onRenamed,
    leave: onClose,
  })
  const reset = useDraftSave({
    ground,
    send: () => renamed(null),
    readAgain: async () => ground,
    isDisputed: () => false,
    touches: [projectTemplates],
    onSaved: onRenamed,
    leave: onClose,
  })
  const error = save.error ?? reset.error
  return (
    <FormDialog
      title={t`Rename ${entry.renameTo ?? original ?? ''}`}
      isTyped={draft.isTyped}
      save={{ ...save, error, isSaving: save.isSaving || reset.isSaving }}
      isDisabled={!form.isValid}
      aside={
        entry.renameTo !== null && (
          <Button onClick={reset.save}>
            <Trans>As in the library</Trans>
          </Button>
        )
      }
      action={<Trans>OK</Trans>}
      onSubmit={(event) => {
        if (!draft.isTyped) return onClose()
        if (form.check(event)) save.save()
      }}
      onClose={onClose}
    >
      {entry.renameTo !== null && original !== undefined && (
        <p>
          <Trans>The library calls it {original}.</Trans>
        </p>
      )}
      <TextField
        {...form.field('name')}
        label={t`Name in new projects`}
        required
        autoComplete="off"
        dir="auto"
        data-autofocus
      />
    </FormDialog>
  )
}
