import { useLingui } from '@lingui/react'
import { Plural, Trans, useLingui as useMacro } from '@lingui/react/macro'
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
import { useState } from 'react'
import { ask } from '../../api/ask'
import { ProblemNotice } from '../../api/problem-notice'
import { removeRecord } from '../../api/save-record'
import { useSave } from '../../api/use-save'
import { ListDialog } from '../../shell/records/list-dialog'
import styles from '../../shell/records/list-dialog.module.css'
import { Button } from '../../ui/button'
import { Confirm } from '../../ui/confirm'
import { CopyField } from '../../ui/copy-field'
import { Notice } from '../../ui/notice'
import { PlainSelect } from '../../ui/plain-select'
import { SearchField } from '../../ui/search-field'
import type { AccessTable } from './access-table'
import { type InvitationAct, InvitationRow } from './invitation-row'
import { invitationWords } from './invitation-words'
import { invitationPage, useInvitations } from './use-invitations'

interface InvitationsProps {
  table: AccessTable
  customer: string
  onReload(): void
  onClose(): void
}

interface Act {
  kind: InvitationAct
  work(): Promise<unknown>
  /** What to say when it is done. */
  words: string
}

/** Who was invited to what, where that stands, and what can be done about it. */
export function Invitations({ table, customer, onReload, onClose }: InvitationsProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const [state, setState] = useState<InvitationState>()
  const [revoked, setRevoked] = useState<Invitation>()
  const [relinked, setRelinked] = useState<Invitation>()
  const [link, setLink] = useState<{ email: string; link: string }>()
  const [doing, setDoing] = useState<Readonly<Record<string, InvitationAct | undefined>>>({})
  const [done, setDone] = useState<string>()
  const [failure, setFailure] = useState<unknown>()
  const [search, setSearch] = useState('')
  const [drawn, setDrawn] = useState(invitationPage)
  const { found, error, hasMore, isReading, readMore } = useInvitations({ table, customer, state, search })
  const isSearching = search.trim() !== ''

  const save = useSave({
    work: ({ work }: Act) => work(),
    touches: [invitations],
    shows(error) {
      setFailure(error)
      return true
    },
    onSaved: (_, { words }) => setDone(words),
  })

  /**
   * Does something with an invitation and says here, where the person looks, what became of it. Until the list was read again
   * nothing more is done with it: that would go by the version before.
   */
  async function act({ id }: Invitation, one: Act) {
    setDone(undefined)
    setFailure(undefined)
    setDoing((acts) => ({ ...acts, [id]: one.kind }))
    await save.mutateAsync(one).catch(() => undefined)
    setDoing((acts) => ({ ...acts, [id]: undefined }))
  }

  function resend(invitation: Invitation) {
    const { id, email } = invitation
    return act(invitation, {
      kind: 'resend',
      work: () => ask(resendInvitation, { parameters: { id } }),
      words: t`Sent again to ${email}. The earlier link no longer works.`,
    })
  }
  function copyLink(invitation: Invitation) {
    const { id, email } = invitation
    setRelinked(undefined)
    return act(invitation, {
      kind: 'copy-link',
      async work() {
        const made = await ask(copyInvitationLink, { parameters: { id } })
        setLink({ email, link: made.link })
      },
      words: t`New link created for ${email}. The mailed one no longer works.`,
    })
  }
  async function revoke(invitation: Invitation) {
    const { email } = invitation
    setRevoked(undefined)
    await act(invitation, {
      kind: 'revoke',
      work: () => removeRecord(invitations, invitation),
      words: t`The invitation of ${email} was withdrawn.`,
    })
    onReload()
  }

  return (
    <>
      <ListDialog
        title={t`Invitations`}
        above={
          <>
            <div className={styles.bar}>
              <SearchField
                label={t`Search invitations`}
                value={search}
                pauseMs={0}
                onSearch={(text) => {
                  setSearch(text)
                  setDrawn(invitationPage)
                }}
              />
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
              {done !== undefined && <Notice>{done}</Notice>}
            </div>
            {failure !== undefined && <ProblemNotice error={failure} />}
            {link && (
              <>
                <CopyField label={t`Link for ${link.email}`} value={link.link} />
                <p>
                  <Trans>
                    Anyone who has this link can use it, so it does not confirm the mailbox. If the account is not yours
                    to open, it sends {link.email} an email instead.
                  </Trans>
                </p>
              </>
            )}
          </>
        }
        items={found?.length === 0 && isReading ? undefined : found}
        error={error}
        empty={isSearching ? <Trans>No invitation matches the search</Trans> : <Trans>No invitations</Trans>}
        isCloseFocused={false}
        actions={
          <>
            <span className={styles.count} role="status">
              {isSearching && found && (
                <Plural value={found.length} one="# invitation found" other="# invitations found" />
              )}
            </span>
            {(hasMore || (found && found.length > drawn)) && (
              <Button
                busy={isReading}
                onClick={() => {
                  setDrawn(drawn + invitationPage)
                  if (hasMore) readMore()
                }}
              >
                <Trans>Show more</Trans>
              </Button>
            )}
          </>
        }
        onClose={onClose}
      >
        {(listed) => (
          <ul className={styles.ruled}>
            {listed.slice(0, drawn).map(({ invitation, person, project, role }) => (
              <InvitationRow
                key={invitation.id}
                invitation={invitation}
                person={person}
                project={project}
                role={role}
                doing={doing[invitation.id]}
                onResend={mayResend(invitation) ? () => void resend(invitation) : undefined}
                onCopyLink={mayResend(invitation) ? () => setRelinked(invitation) : undefined}
                onRevoke={
                  mayRevoke(invitation) && invitation.state !== 'revoked' ? () => setRevoked(invitation) : undefined
                }
              />
            ))}
          </ul>
        )}
      </ListDialog>
      {relinked && (
        <Confirm
          title={t`Create a new link for ${relinked.email}?`}
          action={<Trans>Create a new link</Trans>}
          onConfirm={() => void copyLink(relinked)}
          onCancel={() => setRelinked(undefined)}
        >
          <Trans>The link that was mailed before stops working.</Trans>
        </Confirm>
      )}
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
    </>
  )
}
