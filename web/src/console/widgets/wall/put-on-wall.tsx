import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type DisplayToken, displayTokenDays, revokeDisplayToken } from '@lintel/contract/identity/display-tokens'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../../api/ask'
import { unlessNotFound } from '../../../api/failure'
import { useSave } from '../../../api/use-save'
import { ListDialog } from '../../../shell/records/list-dialog'
import { ShownOnce } from '../../../shell/records/shown-once'
import { Button } from '../../../ui/button'
import { Confirm } from '../../../ui/confirm'
import { showToast } from '../../../ui/toast'
import { MakeWallLink } from './make-wall-link'
import { displayTokensOf } from './wall-calls'
import { WallLinkRow } from './wall-link-row'

/** The links by which screens show the board of a customer: listed with their last use, made and revoked. */
export function PutOnWall({ customer, onClose }: { customer: string; onClose(): void }) {
  const { t } = useLingui()
  const { data, error } = useQuery({ ...displayTokensOf(customer), refetchOnMount: 'always' })
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<string>()
  const [asking, setAsking] = useState<DisplayToken>()
  const revoke = useSave({
    // One that ended by itself meanwhile is what was wanted.
    work: ({ id }: DisplayToken) => ask(revokeDisplayToken, { parameters: { id } }).catch(unlessNotFound),
    touches: [displayTokensOf(customer)],
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
          <Button kind="primary" data-autofocus onClick={() => setMaking(true)}>
            <Trans>Create a link</Trans>
          </Button>
        }
        onClose={onClose}
      >
        {(tokens) => (
          <ul aria-label={t`Screens with a link`}>
            {tokens.map((token) => (
              <WallLinkRow key={token.id} token={token} onRevoke={() => setAsking(token)} />
            ))}
          </ul>
        )}
      </ListDialog>
      {isMaking && (
        <MakeWallLink
          customer={customer}
          onMade={(token) => {
            setMaking(false)
            setMade(`${location.origin}/wall#${token}`)
          }}
          onClose={() => setMaking(false)}
        />
      )}
      {made !== undefined && (
        <ShownOnce title={t`Copy the link now`} label={t`Link`} value={made} onClose={() => setMade(undefined)}>
          <Trans>It is shown this once. Open it in the browser of the screen.</Trans>
        </ShownOnce>
      )}
      {asking && (
        <Confirm
          title={t`Revoke this link?`}
          action={<Trans>Revoke</Trans>}
          busy={revoke.isPending}
          onConfirm={() => revoke.mutate(asking, { onSettled: () => setAsking(undefined) })}
          onCancel={() => setAsking(undefined)}
        >
          <Trans>The screen “{asking.name}” shows nothing any more.</Trans>
        </Confirm>
      )}
    </>
  )
}
