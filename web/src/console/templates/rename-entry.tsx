import { Trans, useLingui } from '@lingui/react/macro'
import type { ChangeSet } from '@lintel/contract/people/change-sets'
import { projectTemplates } from '@lintel/contract/projects/project-templates'
import { type TemplateEntry, templateEntry } from '@lintel/contract/projects/template-content'
import { useRef, useState } from 'react'
import { z } from 'zod'
import { creationKeys } from '../../api/creation-key'
import { FormDialog } from '../../api/form/form-dialog'
import { useDraft } from '../../api/form/use-draft'
import { useDraftSave } from '../../api/form/use-draft-save'
import { useFormFields } from '../../api/form/use-form-fields'
import { applyWithRetry, planAndApply } from '../../shell/change-sets/apply-immediately'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/field'

interface RenameEntryProps {
  customer: string
  template: string
  entry: TemplateEntry
  /** Name in the library; undefined where the library no longer has it. */
  original: string | undefined
  onRenamed(set: ChangeSet): void
  onClose(): void
}

const schema = z.object({ name: templateEntry.shape.renameTo.unwrap().unwrap() })

/** Sets the name of an entry in new projects, or resets it to the name in the library. */
export function RenameEntry({ customer, template, entry, original, onRenamed, onClose }: RenameEntryProps) {
  const { t } = useLingui()
  const baseline = { version: undefined, values: { name: entry.renameTo ?? original ?? '' } }
  const draft = useDraft(baseline)
  const form = useFormFields({ draft, schema, label: () => t`Name in new projects`, validatesOnChange: true })
  const { isEverything: _, ...identity } = entry
  const renameTo = draft.values.name.trim()
  /** What the pressed button saves: a name, or null for that of the library. */
  const requested = useRef<string | null>(null)
  const [withIdempotencyKey] = useState(() => creationKeys())
  const save = useDraftSave({
    send() {
      const input = { template, rename: [{ entry: identity, renameTo: requested.current }] }
      return planAndApply({ kind: 'template-entries', customer, input }, (request) =>
        withIdempotencyKey(request, (key) => applyWithRetry(request, key)),
      )
    },
    invalidates: [projectTemplates],
    onSaved: onRenamed,
    leave: onClose,
  })
  function rename(name: string | null) {
    requested.current = name
    save.save()
  }
  return (
    <FormDialog
      title={t`Rename ${entry.renameTo ?? original ?? ''}`}
      isDirty={draft.isDirty}
      save={save}
      isDisabled={!form.isValid}
      aside={
        entry.renameTo !== null && (
          <Button busy={save.isSaving} onClick={() => rename(null)}>
            <Trans>As in the library</Trans>
          </Button>
        )
      }
      action={<Trans>OK</Trans>}
      onSubmit={(event) => {
        if (!draft.isDirty) return onClose()
        if (form.check(event)) rename(renameTo === original ? null : renameTo)
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
