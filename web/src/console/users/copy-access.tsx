import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ChangeSetInput, maxCopiedTo, splitAddresses } from '@lintel/contract/people/change-set-inputs'
import { useState } from 'react'
import { useLeaveGuard } from '../../api/form/use-leave-guard'
import { Dialog } from '../../ui/dialog'
import { TextArea } from '../../ui/field'
import { FormActions } from '../../ui/form-actions'
import { SelectField } from '../../ui/select-field'
import type { AccessTable } from './access-table'
import styles from './users-dialog.module.css'

interface CopyAccessProps {
  table: AccessTable
  /** Emails of the selected people, who receive the access. */
  users: readonly string[]
  onPlan(input: ChangeSetInput<'copy-access'>): void
  onClose(): void
}

/** Copies the access of one person to others. */
export function CopyAccess({ table, users, onPlan, onClose }: CopyAccessProps) {
  const { t } = useLingui()
  const [from, setFrom] = useState('')
  const initialText = users.join('\n')
  const [text, setText] = useState(initialText)
  const { leave, question } = useLeaveGuard(from !== '' || text !== initialText)
  const to = [...new Set(splitAddresses(text).map((email) => email.toLowerCase()))].filter((email) => email !== from)
  const isTooMany = to.length > maxCopiedTo
  const isReady = from !== '' && to.length > 0 && !isTooMany
  // The server copies memberships that have not ended; the access of an administrator is none.
  const members = table.activeMembers(Date.now())
  const people = table.people
    .filter((_, index) => members.has(index))
    .map(({ email, name }) => ({ value: email, label: name === email ? email : `${name} · ${email}` }))
  return (
    <Dialog label={t`Copy access`} onClose={() => leave(onClose)}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) onPlan({ from, to })
        }}
      >
        <h2>
          <Trans>Copy access</Trans>
        </h2>
        <p className={styles.lead}>
          <Trans>
            Everybody below gets the same role and end in each project that the person is a member of. What they have
            elsewhere stays.
          </Trans>
        </p>
        <SelectField
          label={t({ message: 'From', context: 'person' })}
          options={[{ group: t`Users`, items: people }]}
          value={from}
          onChange={setFrom}
        />
        <TextArea
          label={t`To`}
          hint={<Trans>Email addresses of people of this customer.</Trans>}
          value={text}
          spellCheck={false}
          autoComplete="off"
          onChange={({ target }) => setText(target.value)}
          error={
            isTooMany && (
              <Plural
                value={maxCopiedTo}
                one="Access is copied to at most # person at once."
                other="Access is copied to at most # people at once."
              />
            )
          }
        />
        <FormActions onCancel={onClose} isDisabled={!isReady}>
          <Trans>Preview</Trans>
        </FormActions>
      </form>
      {question}
    </Dialog>
  )
}
