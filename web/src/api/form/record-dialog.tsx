import { Trans, useLingui } from '@lingui/react/macro'
import type { AnyResource, Entity } from '@lintel/contract/jsonapi/resource'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/field'
import { showToast } from '../../ui/toast'
import { useCachedRecords } from '../cached-records'
import { all as allOf } from '../resource'
import { removeRecord, type SaveRequest, saveRecord } from '../save-record'
import { useSave } from '../use-save'
import { FormDialog } from './form-dialog'
import styles from './record-dialog.module.css'
import type { RecordFields } from './record-fields'
import { useIsLeft } from './use-is-left'
import { useRecordDraft, type WriteResult } from './use-record-draft'
import { recentChanges } from './who-changed'

/** The props of a confirmation before a deletion. */
export interface Removal<R extends AnyResource> {
  record: Entity<R>
  isBusy: boolean
  onConfirm(): void
  onCancel(): void
}

/** Overrides the writes of the resource's own routes. Both fail like `send`. */
export interface RecordWrites<R extends AnyResource> {
  save(saving: SaveRequest<R>): Promise<WriteResult<Entity<R>>>
  remove(record: Entity<R>): Promise<WriteResult<undefined>>
}

interface RecordDialogProps<R extends AnyResource, F extends string> {
  resource: R
  fields: RecordFields<R, F>
  /** The rules of the fields and those across records. */
  schema: z.ZodType
  /** The record when the dialog opened; undefined for a new one. */
  opened: Entity<R> | undefined
  /** The current records of the customer. */
  all: readonly Entity<R>[]
  customer: string
  labels: Readonly<Record<F, string>>
  titleOf(record: Entity<R>): string
  /** The title of the dialog for a new record. */
  newTitle: string
  /** The notice that somebody else has deleted the record; `by` is their email, if known. */
  deletedNotice?(by: string | undefined): ReactNode
  /** Omitted writes use the resource's own routes. */
  writes?: Partial<RecordWrites<R>>
  /** The confirmation before a deletion; without it records cannot be deleted here. */
  removal?(removal: Removal<R>): ReactNode
  /** Shown above the fields: what cannot be changed. */
  above?: ReactNode
  /** Called when the save closed the dialog; not when the user had left it before. */
  onSaved?(record: Entity<R>): void
  /** Called when the deletion closed the dialog, before the lists are without the record; not when the user had left it before. */
  onRemoved?(record: Entity<R>): void
  onClose(): void
}

/** The dialog that adds, edits and deletes a customer's record of text fields, each validated by its declaration. */
export function RecordDialog<R extends AnyResource, F extends string>(props: RecordDialogProps<R, F>) {
  const { resource, fields, schema, opened, all, customer, labels, titleOf, onClose } = props
  const writes: RecordWrites<R> = { ...routesOf(resource), ...props.writes }
  const { t } = useLingui()
  const queries = useQueryClient()
  const known = useCachedRecords(resource)
  const isLeft = useIsLeft()
  const [isRemoving, setRemoving] = useState(false)
  const announce = (text: string, undo: WriteResult<unknown>['undo']) =>
    showToast({ kind: 'done', text, ...(undo && { action: { label: t`Undo`, run: undo } }) })

  const id = opened?.id
  const current = opened && all.find((record) => record.id === id)
  const { draft, form, save, deletedBy } = useRecordDraft({
    ...{ resource, id, opened, current, customer, schema },
    valuesOf: fields.valuesOf,
    patchOf: fields.patchOf,
    label: (field) => labels[field],
    changes: (version) => recentChanges([{ customer, subject: id ?? '' }], version),
    write: (saving) => writes.save('draft' in saving ? { ...saving, draft: { ...saving.draft, customer } } : saving),
    async reload() {
      const { records } = await queries.fetchQuery({ ...allOf(resource, { filter: { customer } }), staleTime: 0 })
      return records.find((record) => record.id === id)
    },
    onSaved({ record, undo }) {
      const title = titleOf(record)
      announce(opened ? t`${title} is saved.` : t`${title} is added.`, undo)
    },
    leave(record) {
      onClose()
      props.onSaved?.(record)
    },
  })

  const remove = useSave({
    work: (removed: Entity<R>) => writes.remove(removed),
    invalidates: [resource],
    onSaved({ undo }, removed) {
      if (!isLeft()) {
        onClose()
        props.onRemoved?.(removed)
      }
      known.evict(removed.id)
      const title = titleOf(removed)
      announce(t`${title} is deleted.`, undo)
    },
  })

  if (isRemoving && current && props.removal)
    return props.removal({
      record: current,
      isBusy: remove.isPending,
      onConfirm: () => remove.mutate(current, { onError: () => setRemoving(false) }),
      onCancel: () => setRemoving(false),
    })
  return (
    <FormDialog
      title={opened ? t`Edit ${titleOf(opened)}` : props.newTitle}
      isDirty={draft.isDirty}
      save={save}
      fields={fields.names}
      conflicts={form.conflicts}
      deletedNotice={draft.isDeleted && props.deletedNotice?.(deletedBy)}
      isDisabled={!form.isValid}
      action={draft.isDeleted ? <Trans>Add it again</Trans> : <Trans>OK</Trans>}
      aside={
        current &&
        props.removal && (
          <Button onClick={() => setRemoving(true)}>
            <Trans>Delete</Trans>
          </Button>
        )
      }
      onSubmit={(event) => {
        if (opened && !draft.isDeleted && !draft.isDirty) return onClose()
        if (form.check(event)) save.save()
      }}
      onClose={onClose}
    >
      {props.above}
      {linesOf(fields).map((line, lineIndex) => (
        <div key={line.join()} className={styles.line}>
          {line.map((name, index) => (
            <TextField
              key={name}
              {...form.field(name)}
              label={labels[name]}
              optional={!fields.isRequired(name) && t`optional`}
              required={fields.isRequired(name)}
              autoComplete="off"
              dir="auto"
              {...(lineIndex === 0 && index === 0 && { 'data-autofocus': true })}
            />
          ))}
        </div>
      ))}
    </FormDialog>
  )
}

const routesOf = <R extends AnyResource>(resource: R): RecordWrites<R> => ({
  save: async (saving) => ({ record: await saveRecord(resource, saving) }),
  async remove(record) {
    await removeRecord(resource, record)
    return { record: undefined }
  },
})

/** Required fields take a line each, optional ones share a line in pairs. */
function linesOf<R extends AnyResource, F extends string>({ names, isRequired }: RecordFields<R, F>): F[][] {
  const others = names.filter((name) => !isRequired(name))
  const pairs = others.flatMap((_, lineIndex) => (lineIndex % 2 === 0 ? [others.slice(lineIndex, lineIndex + 2)] : []))
  return [...names.filter(isRequired).map((name) => [name]), ...pairs]
}
