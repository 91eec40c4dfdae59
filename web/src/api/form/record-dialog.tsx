import { Trans, useLingui } from '@lingui/react/macro'
import type { AnyResource, DraftInput, Entity } from '@lintel/contract/jsonapi/resource'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/field'
import { showToast } from '../../ui/toast'
import { useKnownRecords } from '../known-records'
import { all as allOf } from '../resource'
import { removeRecord, type Saving, saveRecord } from '../save-record'
import { useSave } from '../use-save'
import { FormDialog } from './form-dialog'
import styles from './record-dialog.module.css'
import type { RecordFields } from './record-fields'
import { useDraft } from './use-draft'
import { useDraftSave } from './use-draft-save'
import { useFormFields } from './use-form-fields'
import { useIsLeft } from './use-is-left'
import { useRecentChanges, whoChanged, whoDeleted } from './who-changed'

/** What a question before a removal is given. */
export interface Removal<R extends AnyResource> {
  record: Entity<R>
  isBusy: boolean
  onConfirm(): void
  onCancel(): void
}

/** What a write came to: the record as it is stored, and how to take that back, where it can be. */
export interface Written<T> {
  record: T
  undo?: (() => void) | undefined
}

/** How records are written, where that is not by their own routes. Both fail like `send`. */
export interface RecordWrites<R extends AnyResource> {
  save(saving: Saving<R>): Promise<Written<Entity<R>>>
  remove(record: Entity<R>): Promise<Written<undefined>>
}

interface RecordDialogProps<R extends AnyResource, F extends string> {
  resource: R
  fields: RecordFields<R, F>
  /** The rules of the fields, and what else holds among the records. */
  schema: z.ZodType
  /** The record as it was when it was opened; undefined for a new one. */
  opened: Entity<R> | undefined
  /** All records of the customer as they are by now. */
  all: readonly Entity<R>[]
  customer: string
  labels: Readonly<Record<F, string>>
  titleOf(record: Entity<R>): string
  /** The title of the dialog for a new record. */
  newTitle: string
  /** Said when somebody else has deleted the record: by their email, where that is known. */
  gone?(by: string | undefined): ReactNode
  /** What is left out, the resource's own routes do. */
  writes?: Partial<RecordWrites<R>>
  /** Asks before the record is deleted; without it none is deleted here. */
  removal?(removal: Removal<R>): ReactNode
  /** Stands above the fields: what cannot be changed. */
  above?: ReactNode
  /** It is stored, and the dialog was closed by that: not called when it had been left before. */
  onSaved?(record: Entity<R>): void
  onClose(): void
}

/** The dialog in which a record of a customer is added, edited and deleted: texts, each with the rules of its declaration. */
export function RecordDialog<R extends AnyResource, F extends string>(props: RecordDialogProps<R, F>) {
  const { resource, fields, schema, opened, all, customer, labels, titleOf, onClose } = props
  const writes: RecordWrites<R> = { ...routesOf(resource), ...props.writes }
  const { t } = useLingui()
  const queries = useQueryClient()
  const known = useKnownRecords(resource)
  const isLeft = useIsLeft()
  const [isRemoving, setRemoving] = useState(false)
  const current = opened && all.find(({ id }) => id === opened.id)
  const ground = fields.groundOf(current)
  // Opened as it was chosen: one that was deleted in the same moment is known to have been there.
  const draft = useDraft(ground, { opened: fields.groundOf(opened) })
  const id = opened?.id ?? ''
  const { valuesOf } = fields
  const about = [{ customer, subject: id }]
  const changes = useRecentChanges(about, String(current?.version), draft.conflicts.length > 0 || draft.isGone)
  const form = useFormFields({
    draft,
    schema,
    label: (field) => labels[field],
    by: (field, value) => whoChanged(changes, { id, field, value, valuesOf }),
    checksAtOnce: true,
  })
  const say = (text: string, undo: Written<unknown>['undo']) =>
    showToast({ kind: 'done', text, ...(undo && { action: { words: t`Undo`, run: undo } }) })

  const save = useDraftSave({
    ground,
    send(on) {
      const { changes, values, version } = draft.on(on)
      return writes.save(
        opened && version !== undefined
          ? { id, version, patch: fields.patchOf(changes) }
          : { draft: { ...fields.patchOf(values), customer } as Partial<DraftInput<R>> },
      )
    },
    async readAgain() {
      const { records } = await queries.fetchQuery({ ...allOf(resource, { filter: { customer } }), staleTime: 0 })
      return fields.groundOf(records.find((record) => record.id === id))
    },
    isDisputed: (on) => draft.on(on).conflicts.length > 0 || draft.on(on).isGone,
    touches: [resource],
    onRefused: form.refuse,
    onSaved({ record, undo }) {
      // A change set tells what it wrote without the version, for which the list is read again.
      if ('version' in record) known.putIn(record)
      const title = titleOf(record)
      say(opened ? t`${title} is saved.` : t`${title} is added.`, undo)
    },
    leave({ record }) {
      onClose()
      props.onSaved?.(record)
    },
  })

  const remove = useSave({
    work: (removed: Entity<R>) => writes.remove(removed),
    touches: [resource],
    onSaved({ undo }, removed) {
      known.leaveOut(removed.id)
      const title = titleOf(removed)
      say(t`${title} is deleted.`, undo)
      if (!isLeft()) onClose()
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
      isTyped={draft.isTyped}
      save={save}
      fields={fields.names}
      conflicts={form.conflicts}
      gone={draft.isGone && props.gone?.(whoDeleted(changes, id))}
      isDisabled={!form.isValid}
      action={draft.isGone ? <Trans>Add it again</Trans> : <Trans>OK</Trans>}
      aside={
        current &&
        props.removal && (
          <Button onClick={() => setRemoving(true)}>
            <Trans>Delete</Trans>
          </Button>
        )
      }
      onSubmit={(event) => {
        if (opened && !draft.isGone && !draft.isTyped) return onClose()
        if (form.check(event)) save.save()
      }}
      onClose={onClose}
    >
      {props.above}
      {linesOf(fields).map((line, at) => (
        <div key={line.join()} className={styles.line}>
          {line.map((name, place) => (
            <TextField
              key={name}
              {...form.field(name)}
              label={labels[name]}
              optional={!fields.isRequired(name) && t`optional`}
              required={fields.isRequired(name)}
              autoComplete="off"
              dir="auto"
              {...(at === 0 && place === 0 && { 'data-autofocus': true })}
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

/** What every record has stands in a line of its own, what some have two by two. */
function linesOf<R extends AnyResource, F extends string>({ names, isRequired }: RecordFields<R, F>): F[][] {
  const others = names.filter((name) => !isRequired(name))
  const pairs = others.flatMap((_, at) => (at % 2 === 0 ? [others.slice(at, at + 2)] : []))
  return [...names.filter(isRequired).map((name) => [name]), ...pairs]
}
