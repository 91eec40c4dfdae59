import { Trans, useLingui } from '@lingui/react/macro'
import { type Organization, organizations, organizationTitle } from '@lintel/contract/people/organizations'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '../../api/form/form-dialog'
import { useDraft } from '../../api/form/use-draft'
import { useDraftSave } from '../../api/form/use-draft-save'
import { useFormFields } from '../../api/form/use-form-fields'
import { useRecentChanges, whoChanged } from '../../api/form/who-changed'
import { all as allOf } from '../../api/resource'
import { removeRecord, saveRecord } from '../../api/save-record'
import { useSave } from '../../api/use-save'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/field'
import { showToast } from '../../ui/toast'
import styles from './edit-organization.module.css'
import {
  draftOf,
  groundOf,
  isNameTaken,
  type OrganizationField,
  organizationFields,
  organizationSchema,
  patchOf,
  valuesOf,
} from './organization-values'
import { RemoveOrganization } from './remove-organization'

interface EditOrganizationProps {
  customer: string
  /** The organization as it was when it was opened; undefined for a new one. */
  opened: Organization | undefined
  /** All of the customer's organizations as they are by now, among which the name has to be the only one. */
  all: readonly Organization[]
  words: Record<OrganizationField, string>
  onClose(): void
}

/** A new organization, or one that is changed or deleted. */
export function EditOrganization({ customer, opened, all, words, onClose }: EditOrganizationProps) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const [isRemoving, setRemoving] = useState(false)
  const current = opened && all.find(({ id }) => id === opened.id)
  const ground = groundOf(current)
  // Opened as it was chosen: one that was deleted in the same moment is known to have been there.
  const draft = useDraft(ground, { opened: groundOf(opened) })
  const id = opened?.id ?? ''
  const isAsked = draft.conflicts.length > 0
  const changes = useRecentChanges(
    { customer, targetType: organizations.type, target: id },
    String(current?.version),
    isAsked,
  )
  const form = useFormFields({
    draft,
    schema: organizationSchema(all, opened?.id),
    label: (field) => words[field],
    by: (field, value) => whoChanged(changes, { id, field, value, valuesOf }),
    checksAtOnce: true,
  })
  const heading = opened ? t`Edit ${organizationTitle(opened)}` : t`New organization`

  const save = useDraftSave({
    ground,
    send(on) {
      const { changes, values, version } = draft.on(on)
      return saveRecord(
        organizations,
        opened && version !== undefined
          ? { id: opened.id, version, patch: patchOf(changes) }
          : { draft: { ...draftOf(values), customer } },
      )
    },
    async readAgain() {
      const request = { ...allOf(organizations, { filter: { customer } }), staleTime: 0 }
      const { records } = await queries.fetchQuery(request)
      return groundOf(records.find(({ id }) => id === opened?.id))
    },
    isDisputed: (on) => draft.on(on).conflicts.length > 0 || draft.on(on).isGone,
    touches: [organizations],
    onRefused: form.refuse,
    onSaved(saved) {
      const title = organizationTitle(saved)
      showToast({ kind: 'done', text: opened ? t`${title} is saved.` : t`${title} is added.` })
      onClose()
    },
  })

  const remove = useSave({
    work: (removed: Organization) => removeRecord(organizations, removed),
    touches: [organizations],
    onSaved(_nothing, removed) {
      const title = organizationTitle(removed)
      showToast({ kind: 'done', text: t`${title} is deleted.` })
      onClose()
    },
  })

  function field(name: OrganizationField) {
    const isTaken = name === 'name' && isNameTaken(draft.values.name, all, opened?.id)
    return (
      <TextField
        {...form.field(name)}
        label={words[name]}
        optional={name !== 'name' && t`optional`}
        required={name === 'name'}
        {...(isTaken && { error: t`There is already an organization with this name.` })}
        autoComplete="off"
        dir="auto"
        {...(name === 'name' && { 'data-autofocus': true })}
      />
    )
  }

  if (isRemoving && current)
    return (
      <RemoveOrganization
        organization={current}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate(current, { onError: () => setRemoving(false) })}
        onCancel={() => setRemoving(false)}
      />
    )
  return (
    <FormDialog
      title={heading}
      isTyped={draft.isTyped}
      save={save}
      fields={organizationFields}
      conflicts={form.conflicts}
      gone={draft.isGone && <Trans>Somebody else has deleted this organization</Trans>}
      isDisabled={!form.isValid}
      action={draft.isGone ? <Trans>Add it again</Trans> : <Trans>OK</Trans>}
      aside={
        current && (
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
      {field('name')}
      <div className={styles.pair}>
        {field('number')}
        {field('country')}
      </div>
      {field('externalId')}
    </FormDialog>
  )
}
