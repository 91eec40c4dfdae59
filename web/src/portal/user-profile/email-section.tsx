import { Trans } from '@lingui/react/macro'
import { newEmail } from '@lintel/contract/jsonapi/fields'
import { cancelEmailChange, requestEmailChange } from '@lintel/contract/people/email-change'
import { type UserProfile, userProfiles } from '@lintel/contract/people/user-profiles'
import { schemaResolver, useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { callApi } from '../../api/call-api'
import { areAllOnFields, setFieldErrors } from '../../api/field-errors'
import { useIsLeft } from '../../api/form/use-is-left'
import { keyOf } from '../../api/resource'
import { useFieldError } from '../../api/use-field-error'
import { useSave } from '../../api/use-save'
import { useCanReadMail } from '../../session/use-can-read-mail'
import { AccountPart } from '../../shell/account-part'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/field'
import { focusFirstInvalid } from '../../ui/focus-first-invalid'
import { keepFocusNearby } from '../../ui/focus-return'
import { Setting } from './profile-section'
import styles from './user-profile.module.css'

const fields = z.object({ email: newEmail })

/** The user's email address, a pending change of it, and the form to change it. */
export function EmailSection({ profile }: { profile: UserProfile }) {
  const queries = useQueryClient()
  /** Undefined until the form is opened for the first time. */
  const [isChanging, setChanging] = useState<boolean>()
  const callParams = { parameters: { email: profile.id } }
  const reload = () => queries.invalidateQueries({ queryKey: keyOf(userProfiles) })
  const cancel = useSave({ work: () => callApi(cancelEmailChange, callParams), invalidates: [userProfiles] })
  const { pendingEmail } = profile
  const canConfirm = useCanReadMail()

  return (
    <AccountPart title={<Trans>Email</Trans>}>
      <Setting
        action={
          profile.mayChangeEmail &&
          canConfirm &&
          !isChanging && (
            // Gets the focus back when the form is closed.
            <Button size="small" autoFocus={isChanging === false} onClick={() => setChanging(true)}>
              <Trans>Change email</Trans>
            </Button>
          )
        }
      >
        <span>{profile.id}</span>
        <span>
          {!profile.mayChangeEmail ? (
            <Trans>It belongs to your organization’s sign-in and is changed there.</Trans>
          ) : canConfirm ? (
            <Trans>You sign in with it, and our emails go there.</Trans>
          ) : (
            <Trans>
              You sign in with it. It cannot be changed here, because no email is sent to confirm another one.
            </Trans>
          )}
        </span>
      </Setting>
      {pendingEmail !== null && (
        <Setting
          action={
            <Button
              size="small"
              busy={cancel.isPending}
              onClick={() => {
                keepFocusNearby()
                cancel.mutate()
              }}
            >
              <Trans>Withdraw</Trans>
            </Button>
          }
        >
          <span>{pendingEmail}</span>
          <span>
            <Trans>Waiting for confirmation by email.</Trans>
          </span>
        </Setting>
      )}
      {isChanging && <NewEmail currentEmail={profile.id} onClose={() => setChanging(false)} onRequested={reload} />}
    </AccountPart>
  )
}

interface NewEmailProps {
  currentEmail: string
  onRequested(): void
  onClose(): void
}

function NewEmail({ currentEmail, onRequested, onClose }: NewEmailProps) {
  const isLeft = useIsLeft()
  const request = useSave({
    work: (body: z.input<typeof fields>) => callApi(requestEmailChange, { parameters: { email: currentEmail }, body }),
    handlesError: (error) => areAllOnFields(error, ['email']),
    onSaved() {
      onRequested()
      if (!isLeft()) onClose()
    },
  })
  const form = useForm({ initialValues: { email: '' }, validate: schemaResolver(fields, { sync: true }) })
  const errorFor = useFieldError(form.errors)
  const submit = form.onSubmit((values) => request.mutate(values, { onError: setFieldErrors(form) }), focusFirstInvalid)
  return (
    <form className={styles.inline} onSubmit={submit} noValidate>
      <TextField
        {...form.getInputProps('email')}
        label={<Trans>New email</Trans>}
        hint={
          <Trans>We send a link to the new address. Your email changes when you confirm it there, not before.</Trans>
        }
        error={errorFor('email')}
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        required
      />
      <div className={styles.actions}>
        <Button type="submit" kind="primary" size="small" busy={request.isPending}>
          <Trans>Send the link</Trans>
        </Button>
        <Button size="small" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  )
}
