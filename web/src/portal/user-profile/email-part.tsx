import { Trans } from '@lingui/react/macro'
import { newEmail } from '@lintel/contract/jsonapi/fields'
import { cancelEmailChange, requestEmailChange } from '@lintel/contract/people/email-change'
import { type UserProfile, userProfiles } from '@lintel/contract/people/user-profiles'
import { schemaResolver, useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { ask } from '../../api/ask'
import { atField, isAllAtFields } from '../../api/at-field'
import { useIsLeft } from '../../api/form/use-is-left'
import { keyOf } from '../../api/resource'
import { useFieldError } from '../../api/use-field-error'
import { useSave } from '../../api/use-save'
import { AccountPart } from '../../shell/account-part'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/field'
import { toFirstWrong } from '../../ui/to-first-wrong'
import { Setting } from './profile-section'
import styles from './user-profile.module.css'

const fields = z.object({ email: newEmail })

/** The person's address: what it is, another one that waits to be proved, and the way to change it. */
export function EmailPart({ profile }: { profile: UserProfile }) {
  const queries = useQueryClient()
  /** Undefined until they begin to. */
  const [isChanging, setChanging] = useState<boolean>()
  const own = { parameters: { email: profile.id } }
  const reload = () => queries.invalidateQueries({ queryKey: keyOf(userProfiles) })
  const cancel = useSave({ work: () => ask(cancelEmailChange, own), touches: [userProfiles] })
  const { pendingEmail } = profile

  return (
    <AccountPart title={<Trans>Email</Trans>}>
      <Setting
        action={
          profile.mayChangeEmail &&
          !isChanging && (
            // The keyboard comes back to it from what it opens.
            <Button size="small" autoFocus={isChanging === false} onClick={() => setChanging(true)}>
              <Trans>Change email</Trans>
            </Button>
          )
        }
      >
        <span>{profile.id}</span>
        <span>
          {profile.mayChangeEmail ? (
            <Trans>You sign in with it, and our emails go there.</Trans>
          ) : (
            <Trans>It belongs to your organization’s sign-in and is changed there.</Trans>
          )}
        </span>
      </Setting>
      {pendingEmail !== null && (
        <Setting
          action={
            <Button size="small" busy={cancel.isPending} onClick={() => cancel.mutate()}>
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
      {isChanging && <NewEmail own={profile.id} onClose={() => setChanging(false)} onAsked={reload} />}
    </AccountPart>
  )
}

interface NewEmailProps {
  own: string
  onAsked(): void
  onClose(): void
}

function NewEmail({ own, onAsked, onClose }: NewEmailProps) {
  const isLeft = useIsLeft()
  const request = useSave({
    work: (body: z.input<typeof fields>) => ask(requestEmailChange, { parameters: { email: own }, body }),
    shows: (error) => isAllAtFields(error, ['email']),
    onSaved() {
      onAsked()
      if (!isLeft()) onClose()
    },
  })
  const form = useForm({ initialValues: { email: '' }, validate: schemaResolver(fields, { sync: true }) })
  const wrong = useFieldError(form.errors)
  const submit = form.onSubmit((values) => request.mutate(values, { onError: atField(form) }), toFirstWrong)
  return (
    <form className={styles.inline} onSubmit={submit} noValidate>
      <TextField
        {...form.getInputProps('email')}
        label={<Trans>New email</Trans>}
        hint={<Trans>We send a link to the new address. Your email changes when you open it, not before.</Trans>}
        error={wrong('email')}
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
