import { Trans, useLingui } from '@lingui/react/macro'
import { type Organization, organizations, organizationTitle } from '@lintel/contract/people/organizations'
import { schemaResolver, useForm } from '@mantine/form'
import { useState } from 'react'
import { atField } from '../../api/at-field'
import { failedWith } from '../../api/failure'
import { useFieldError } from '../../api/use-field-error'
import { useRemove } from '../../api/use-remove'
import { useSave } from '../../api/use-save'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { TextField } from '../../ui/field'
import { Notice } from '../../ui/notice'
import { showToast } from '../../ui/toast'
import styles from './edit-organization.module.css'
import {
  draftOf,
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

/** A new organization, or one that is changed or deleted. What somebody else changed meanwhile is told, not lost. */
export function EditOrganization({ customer, opened: seen, all, words, onClose }: EditOrganizationProps) {
  const { t } = useLingui()
  const save = useSave(organizations, { fields: organizationFields })
  const remove = useRemove(organizations)
  const current = seen && all.find(({ id }) => id === seen.id)
  const isGone = seen !== undefined && current === undefined
  const organization = current ?? seen
  const [isStale, setStale] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const form = useForm({
    initialValues: valuesOf(seen),
    validate: schemaResolver(organizationSchema(all, organization?.id), { sync: true }),
    validateInputOnChange: true,
  })
  const wrong = useFieldError(form.errors)
  const isValid = organizationSchema(all, organization?.id).safeParse(form.values).success
  const label = seen ? t`Edit ${organizationTitle(seen)}` : t`New organization`

  const submit = form.onSubmit((values) => {
    const patch = organization && seen && patchOf(seen, values)
    if (patch && Object.keys(patch).length === 0) return onClose()
    save.mutate(
      organization && patch
        ? { id: organization.id, version: organization.version, patch }
        : { draft: { ...draftOf(values), customer } },
      {
        onError(error) {
          atField(form)(error)
          setStale(failedWith(error, 'stale'))
        },
        onSuccess(saved) {
          const title = organizationTitle(saved)
          showToast({ kind: 'done', text: seen ? t`${title} is saved.` : t`${title} is added.` })
          onClose()
        },
      },
    )
  })

  function removeIt() {
    if (!current) return
    const { id, version } = current
    const title = organizationTitle(current)
    remove.mutate(
      { id, version },
      {
        onError(error) {
          setRemoving(false)
          setStale(failedWith(error, 'stale'))
        },
        onSuccess() {
          showToast({ kind: 'done', text: t`${title} is deleted.` })
          onClose()
        },
      },
    )
  }

  function field(name: OrganizationField) {
    const now = organization?.[name] ?? ''
    const wasChanged = isStale && now !== (seen?.[name] ?? '') && now !== form.values[name]
    const isTaken = name === 'name' && isNameTaken(form.values.name, all, organization?.id)
    return (
      <TextField
        {...form.getInputProps(name)}
        name={name}
        label={words[name]}
        optional={name !== 'name' && t`optional`}
        required={name === 'name'}
        error={isTaken ? t`There is already an organization with this name.` : wrong(name)}
        hint={wasChanged ? (now === '' ? t`It now says nothing.` : t`It now says “${now}”.`) : undefined}
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
        onConfirm={removeIt}
        onCancel={() => setRemoving(false)}
      />
    )
  return (
    <Dialog label={label} onClose={onClose}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <h2>{label}</h2>
        {isStale && (
          <Notice kind="problem" title={<Trans>Somebody else has changed this organization</Trans>}>
            <p>
              <Trans>
                What you typed is still here. Beside each field stands what it says now; save again to replace it.
              </Trans>
            </p>
          </Notice>
        )}
        {isGone && <Notice kind="problem" title={<Trans>Somebody else has deleted this organization</Trans>} />}
        {field('name')}
        <div className={styles.pair}>
          {field('number')}
          {field('country')}
        </div>
        {field('externalId')}
        <div className={styles.answers}>
          <span className={styles.apart}>
            {current && (
              <Button onClick={() => setRemoving(true)}>
                <Trans>Delete</Trans>
              </Button>
            )}
          </span>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" kind="primary" busy={save.isPending} disabled={!isValid || isGone}>
            <Trans>OK</Trans>
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
