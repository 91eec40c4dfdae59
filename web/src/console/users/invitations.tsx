import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import { address } from '@lintel/contract/jsonapi/query'
import {
  copyInvitationLink,
  type Invitation,
  type InvitationState,
  invitationState,
  invitations,
  mayResend,
  mayRevoke,
  resendInvitation,
} from '@lintel/contract/people/invitations'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../api/ask'
import { Failed } from '../../api/failed'
import { problemText } from '../../api/problem-text'
import { keyOf, type Listed, pageOf } from '../../api/resource'
import { send } from '../../api/send'
import { Button } from '../../ui/button'
import { Confirm } from '../../ui/confirm'
import { CopyField } from '../../ui/copy-field'
import { Dialog } from '../../ui/dialog'
import { EmptyState } from '../../ui/empty-state'
import { Notice } from '../../ui/notice'
import { PlainSelect } from '../../ui/plain-select'
import { roleWord } from '../../ui/role'
import { SkeletonRows } from '../../ui/skeleton-rows'
import type { AccessTable } from './access-table'
import { InvitationRow } from './invitation-row'
import { invitationWords } from './invitation-words'
import styles from './list-dialog.module.css'

interface InvitationsProps {
  table: AccessTable
  customer: string
  onReload(): void
  onClose(): void
}

/** Invitations of one page. */
const pageSize = 50

/** Who was invited to what, where that stands, and what can be done about it. */
export function Invitations({ table, customer, onReload, onClose }: InvitationsProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const queries = useQueryClient()
  const [state, setState] = useState<InvitationState>()
  const [revoked, setRevoked] = useState<Invitation>()
  const [link, setLink] = useState<{ email: string; link: string }>()
  const [said, setSaid] = useState<{ kind: 'plain' | 'problem'; text: string }>()
  const request = { filter: { customer, state }, sort: ['-sentAt'] }
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: [...keyOf(invitations), 'pages', request],
    queryFn: ({ pageParam, signal }) =>
      pageOf(invitations, { ...request, page: { size: pageSize, ...(pageParam && { after: pageParam }) } }, signal),
    initialPageParam: '',
    getNextPageParam: ({ next }: Listed<typeof invitations> & { next: string | undefined }) => next,
  })
  const listed = data?.pages.flatMap(({ records }) => records) ?? []

  /** Does something with an invitation and says here, where the person looks, what became of it. */
  async function act(work: () => Promise<unknown>, done: string) {
    setSaid(undefined)
    try {
      await work()
      setSaid({ kind: 'plain', text: done })
    } catch (failure) {
      setSaid({ kind: 'problem', text: i18n._(problemText(failure)) })
    }
    queries.invalidateQueries({ queryKey: keyOf(invitations) })
  }

  const resend = ({ id, email }: Invitation) =>
    act(
      () => ask(resendInvitation, { parameters: { id } }),
      t`Sent again to ${email}. The link before is of no use any more.`,
    )
  const copyLink = ({ id, email }: Invitation) =>
    act(async () => {
      const made = await ask(copyInvitationLink, { parameters: { id } })
      setLink({ email, link: made.link })
    }, t`A new link was made for ${email}. The one that was mailed is of no use any more.`)
  async function revoke({ id, email, version }: Invitation) {
    setRevoked(undefined)
    await act(
      () => send({ method: 'DELETE', address: address(invitations, id), ifMatch: version }),
      t`The invitation of ${email} was withdrawn.`,
    )
    onReload()
  }

  return (
    <Dialog label={t`Invitations`} onClose={onClose} size="wide">
      <div className={styles.dialog}>
        <h2>
          <Trans>Invitations</Trans>
        </h2>
        <div className={styles.bar}>
          <PlainSelect
            label={t`State`}
            value={state ?? ''}
            options={[
              { value: '', label: t`All invitations` },
              ...invitationState.options.map((each) => ({ value: each, label: i18n._(invitationWords[each]) })),
            ]}
            onChange={(value) => setState(value === '' ? undefined : (value as InvitationState))}
          />
        </div>
        <div role="status" className={styles.said}>
          {said?.kind === 'plain' && <Notice>{said.text}</Notice>}
        </div>
        {said?.kind === 'problem' && <Notice kind="problem" title={said.text} />}
        {link && (
          <>
            <CopyField label={t`Link for ${link.email}`} value={link.link} />
            <p>
              <Trans>
                Anyone who has this link can use it, so it does not confirm the mailbox. If the account is not yours to
                open, it sends {link.email} an email instead.
              </Trans>
            </p>
          </>
        )}
        {error && !data ? (
          <Failed error={error} />
        ) : !data ? (
          <SkeletonRows rows={5} />
        ) : listed.length === 0 ? (
          <EmptyState title={<Trans>No invitations</Trans>} />
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard
          <section className={styles.scroll} tabIndex={0} aria-label={t`Invitations`}>
            <ul className={styles.ruled}>
              {listed.map((invitation) => (
                <InvitationRow
                  key={invitation.id}
                  invitation={invitation}
                  project={table.projects[table.projectAt(invitation.project) ?? -1]?.name ?? ''}
                  role={i18n._(roleWord(invitation.privilegeLevel))}
                  onResend={mayResend(invitation) ? () => void resend(invitation) : undefined}
                  onCopyLink={mayResend(invitation) ? () => void copyLink(invitation) : undefined}
                  onRevoke={
                    mayRevoke(invitation) && invitation.state !== 'revoked' ? () => setRevoked(invitation) : undefined
                  }
                />
              ))}
            </ul>
          </section>
        )}
        <div className={styles.answers}>
          {hasNextPage && (
            <Button busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
              <Trans>Show more</Trans>
            </Button>
          )}
          <Button onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        </div>
        {revoked && (
          <Confirm
            title={t`Withdraw the invitation of ${revoked.email}?`}
            action={<Trans>Withdraw</Trans>}
            onConfirm={() => void revoke(revoked)}
            onCancel={() => setRevoked(undefined)}
          >
            <Trans>The membership that it is for ends as well.</Trans>
          </Confirm>
        )}
      </div>
    </Dialog>
  )
}
