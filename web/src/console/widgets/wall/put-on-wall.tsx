import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type DisplayToken, displayTokenDays, revokeDisplayToken } from '@lintel/contract/identity/display-tokens'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../../../api/call-api'
import { useCreatedSecrets } from '../../../api/form/use-created-secrets'
import { useRevoke } from '../../../api/use-revoke'
import { ListDialog } from '../../../shell/records/list-dialog'
import { useAccountLabel } from '../../../shell/records/use-account-label'
import { Button } from '../../../ui/button'
import { Confirm } from '../../../ui/confirm'
import { RevocableList, RevocableRow } from '../../../ui/credentials/revocable-row'
import { SecretDialog } from '../../../ui/credentials/secret-dialog'
import { CreateWallLink } from './create-wall-link'
import { displayTokensQuery } from './wall-calls'

/** The links with which screens show the board of a customer, with their last use; they can be created and revoked. */
export function PutOnWall({ customer, onClose }: { customer: string; onClose(): void }) {
  const { t } = useLingui()
  const { data, error } = useQuery({ ...displayTokensQuery(customer), refetchOnMount: 'always' })
  const [isCreating, setCreating] = useState(false)
  const accountLabel = useAccountLabel()
  const created = useCreatedSecrets<string>(t`A link was created, but you left before it was shown. Revoke it.`)
  const revocation = useRevoke<DisplayToken>({
    work: ({ id }) => callApi(revokeDisplayToken, { parameters: { id } }),
    invalidates: [displayTokensQuery(customer)],
    describeDone: () => t`The link has been revoked.`,
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
          <RevocableList label={t`Screens with a link`}>
            {tokens.map((token) => (
              <RevocableRow
                key={token.id}
                {...token}
                maker={accountLabel(token.createdBy)}
                onRevoke={() => revocation.ask(token)}
              />
            ))}
          </RevocableList>
        )}
      </ListDialog>
      {isCreating && (
        <CreateWallLink
          customer={customer}
          onCreated={(token) => created.add(`${location.origin}/wall#${token}`)}
          onClose={() => setCreating(false)}
        />
      )}
      {created.current !== undefined && (
        <SecretDialog
          key={created.current}
          title={t`Copy the link now`}
          label={t`Link`}
          value={created.current}
          onClose={created.close}
        >
          <Trans>It is shown this once. Open it in the browser of the screen.</Trans>
        </SecretDialog>
      )}
      {revocation.asked && (
        <Confirm title={t`Revoke this link?`} action={<Trans>Revoke</Trans>} {...revocation.answers}>
          <Trans>The screen “{revocation.asked.name}” shows nothing any more.</Trans>
        </Confirm>
      )}
    </>
  )
}
