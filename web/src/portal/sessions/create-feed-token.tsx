import { Trans, useLingui } from '@lingui/react/macro'
import { createFeedToken } from '@lintel/contract/identity/feed-tokens'
import type { CallAnswer } from '@lintel/contract/jsonapi/call'
import { callApi } from '../../api/call-api'
import { FormDialog } from '../../api/form/form-dialog'
import { useNewDraft } from '../../api/form/use-draft'
import { useDraftSave } from '../../api/form/use-draft-save'
import { type FeedCustomer, myFeedTokens } from '../../session/my-feed-tokens'
import { currentSession } from '../../session/session'
import { signInAgain } from '../../session/sign-in-again'
import { Confirm } from '../../ui/confirm'
import { LabelledSelect } from '../../ui/labelled-select'

/** A created token with its secret. */
export type CreatedFeedToken = CallAnswer<typeof createFeedToken>

interface CreateFeedTokenProps {
  customers: readonly FeedCustomer[]
  /** Receives the secret, which is shown only once, even if the dialog has been closed before. */
  onCreated(token: CreatedFeedToken): void
  onClose(): void
}

/** Creates a token for the exports of one customer; only a remembered session can (account-portal chapter 8). */
export function CreateFeedToken(props: CreateFeedTokenProps) {
  const { t } = useLingui()
  const session = currentSession()
  const isRemembered = session.at === 'signed-in' && !session.tokens.logoutWhenIdle
  if (isRemembered) return <FeedTokenForm {...props} />
  return (
    <Confirm
      title={t`Sign in for longer first`}
      action={<Trans>Sign in again</Trans>}
      kind="primary"
      onConfirm={signInAgain}
      onCancel={props.onClose}
    >
      <Trans>You need to be signed in with “Keep me signed in” checked to export to Power BI</Trans>
    </Confirm>
  )
}

function FeedTokenForm({ customers, onCreated, onClose }: CreateFeedTokenProps) {
  const { t } = useLingui()
  const draft = useNewDraft({ customer: customers[0]?.id ?? '' })
  const { customer } = draft.values
  const save = useDraftSave({
    send: () => callApi(createFeedToken, { body: { customer } }),
    invalidates: [myFeedTokens],
    onSaved: onCreated,
    leave: onClose,
  })
  return (
    <FormDialog
      title={t`Create a token for reports`}
      isDirty={draft.isDirty}
      save={save}
      action={<Trans>Create token</Trans>}
      onSubmit={save.save}
      onClose={onClose}
    >
      <p>
        <Trans>Whose projects, people and statistics may be read with it?</Trans>
      </p>
      <LabelledSelect
        label={t`Customer`}
        value={customer}
        options={customers.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(value) => draft.set('customer', value)}
      />
    </FormDialog>
  )
}
