import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type DisplayToken, displayTokenDays, revokeDisplayToken } from '@lintel/contract/identity/display-tokens'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../../../api/call-api'
import { ignoreNotFound } from '../../../api/failure'
import { useSave } from '../../../api/use-save'
import { ListDialog } from '../../../shell/records/list-dialog'
import { SecretDialog } from '../../../shell/records/secret-dialog'
import { Button } from '../../../ui/button'
import { Confirm } from '../../../ui/confirm'
import { showToast } from '../../../ui/toast'
import { CreateWallLink } from './create-wall-link'
import { displayTokensQuery } from './wall-calls'
import { WallLinkRow } from './wall-link-row'

/** The links with which screens show the board of a customer, with their last use; they can be created and revoked. */
export function PutOnWall({ customer, onClose }: { customer: string; onClose(): void }) {
  const { t } = useLingui()
  const { data, error } = useQuery({ ...displayTokensQuery(customer), refetchOnMount: 'always' })
  const [isCreating, setCreating] = useState(false)
  const [createdToken, setCreatedToken] = useState<string>()
  const [confirming, setConfirming] = useState<DisplayToken>()
  const revoke = useSave({
    // A link that has expired in the meantime counts as revoked.
    work: ({ id }: DisplayToken) => callApi(revokeDisplayToken, { parameters: { id } }).catch(ignoreNotFound),
    invalidates: [displayTokensQuery(customer)],
    onSaved: () => showToast({ kind: 'done', text: t`The link has been revoked.` }),
  })
  const good = data?.displayTokens.filter(
    ({ endedAt, expiresAt }) => endedAt === null && Date.parse(expiresAt) > Date.now(),
  )
  return (
    <>
      <ListDialog
        title={t`Put on a wall`}
        size="plain"
        above={
          <p>
            <Trans>
              Whoever opens such a link sees this board and its numbers without signing in, and can do nothing else. It
              is good for <Plural value={displayTokenDays} one="# day" other="# days" />, and ends when its maker no
              longer administers the customer.
            </Trans>
          </p>
        }
        items={good}
        error={error}
        empty={<Trans>No screen shows this board.</Trans>}
        isCloseFocused={false}
        actions={
          <Button kind="primary" data-autofocus onClick={() => setCreating(true)}>
            <Trans>Create a link</Trans>
          </Button>
        }
        onClose={onClose}
      >
        {(tokens) => (
          <ul aria-label={t`Screens with a link`}>
            {tokens.map((token) => (
              <WallLinkRow key={token.id} token={token} onRevoke={() => setConfirming(token)} />
            ))}
          </ul>
        )}
      </ListDialog>
      {isCreating && (
        <CreateWallLink
          customer={customer}
          onCreated={(token) => {
            setCreating(false)
            setCreatedToken(`${location.origin}/wall#${token}`)
          }}
          onClose={() => setCreating(false)}
        />
      )}
      {createdToken !== undefined && (
        <SecretDialog
          title={t`Copy the link now`}
          label={t`Link`}
          value={createdToken}
          onClose={() => setCreatedToken(undefined)}
        >
          <Trans>It is shown this once. Open it in the browser of the screen.</Trans>
        </SecretDialog>
      )}
      {confirming && (
        <Confirm
          title={t`Revoke this link?`}
          action={<Trans>Revoke</Trans>}
          busy={revoke.isPending}
          onConfirm={() => revoke.mutate(confirming, { onSettled: () => setConfirming(undefined) })}
          onCancel={() => setConfirming(undefined)}
        >
          <Trans>The screen “{confirming.name}” shows nothing any more.</Trans>
        </Confirm>
      )}
    </>
  )
}
