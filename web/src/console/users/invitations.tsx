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
import { Fragment, useState } from 'react'
import { callApi } from '../../api/call-api'
import { useIsLeft } from '../../api/form/use-is-left'
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
import { type InvitationAction, InvitationRow } from './invitation-row'
import { invitationStateLabels } from './invitation-state-labels'
import { useCreatedLinks } from './use-created-links'
import { invitationPage, useInvitations } from './use-invitations'

interface InvitationsProps {
  table: AccessTable
  customer: string
  onReload(): void
  onClose(): void
}

interface InvitationTask {
  kind: InvitationAction
  work(): Promise<unknown>
  /** The success message. */
  successText: string
}

/** The invitations of a customer, with their states and actions. */
export function Invitations({ table, customer, onReload, onClose }: InvitationsProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const [state, setState] = useState<InvitationState>()
  const [confirmingRevocation, setConfirmingRevocation] = useState<Invitation>()
  const [confirmingLink, setConfirmingLink] = useState<Invitation>()
  const createdLinks = useCreatedLinks()
  const [pendingAction, setPendingActions] = useState<Readonly<Record<string, InvitationAction | undefined>>>({})
  const [done, setDone] = useState<string>()
  const [failure, setFailure] = useState<unknown>()
  const [search, setSearch] = useState('')
  const [visibleCount, setVisibleCount] = useState(invitationPage)
  const { matches, error, hasMore, isReading, readMore } = useInvitations({ table, customer, state, search })
  const isSearching = search.trim() !== ''

  const isLeft = useIsLeft()
  const save = useSave({
    work: ({ work }: InvitationTask) => work(),
    invalidates: [invitations],
    handlesError(error) {
      setFailure(error)
      return !isLeft()
    },
    onSaved: (_, { successText }) => setDone(successText),
  })

  /**
   * Runs an action on an invitation and shows the result in the dialog. The buttons of the invitation stay disabled until the list is
   * refetched, because its version has changed.
   */
  async function runTask({ id }: Invitation, one: InvitationTask) {
    setDone(undefined)
    setFailure(undefined)
    setPendingActions((acts) => ({ ...acts, [id]: one.kind }))
    await save.mutateAsync(one).catch(() => undefined)
    setPendingActions((acts) => ({ ...acts, [id]: undefined }))
  }

  function resend(invitation: Invitation) {
    const { id, email } = invitation
    return runTask(invitation, {
      kind: 'resend',
      async work() {
        await callApi(resendInvitation, { parameters: { id } })
        createdLinks.remove(id)
      },
      successText: t`Sent again to ${email}. The earlier link no longer works.`,
    })
  }
  function copyLink(invitation: Invitation) {
    const { id, email } = invitation
    setConfirmingLink(undefined)
    return runTask(invitation, {
      kind: 'copy-link',
      async work() {
        const { link } = await callApi(copyInvitationLink, { parameters: { id } })
        createdLinks.add({ id, email, link })
      },
      successText: t`New link created for ${email}. The one sent by email no longer works.`,
    })
  }
  async function revoke(invitation: Invitation) {
    const { id, email } = invitation
    setConfirmingRevocation(undefined)
    await runTask(invitation, {
      kind: 'revoke',
      async work() {
        await removeRecord(invitations, invitation)
        createdLinks.remove(id)
      },
      successText: t`The invitation of ${email} was withdrawn.`,
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
                  setVisibleCount(invitationPage)
                }}
              />
              <PlainSelect
                label={t`State`}
                value={state ?? ''}
                options={[
                  { value: '', label: t`All invitations` },
                  ...invitationState.options.map((each) => ({
                    value: each,
                    label: i18n._(invitationStateLabels[each]),
                  })),
                ]}
                onChange={(value) => setState(value === '' ? undefined : (value as InvitationState))}
              />
            </div>
            <div role="status" className={styles.said}>
              {done !== undefined && <Notice>{done}</Notice>}
            </div>
            {failure !== undefined && <ProblemNotice error={failure} />}
            {createdLinks.links.map((link) => (
              <Fragment key={link.link}>
                <CopyField label={t`Link for ${link.email}`} value={link.link} />
                <p>
                  <Trans>
                    Anyone who has this link can use it, so it does not confirm the mailbox. If the account is not yours
                    to open, it sends {link.email} an email instead.
                  </Trans>
                </p>
              </Fragment>
            ))}
          </>
        }
        items={matches?.length === 0 && isReading ? undefined : matches}
        error={error}
        empty={isSearching ? <Trans>No invitation matches the search</Trans> : <Trans>No invitations</Trans>}
        isCloseFocused={false}
        actions={
          <>
            <span className={styles.count} role="status">
              {isSearching && matches && (
                <Plural value={matches.length} one="# invitation found" other="# invitations found" />
              )}
            </span>
            {(hasMore || (matches && matches.length > visibleCount)) && (
              <Button
                busy={isReading}
                onClick={() => {
                  setVisibleCount(visibleCount + invitationPage)
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
            {listed.slice(0, visibleCount).map(({ invitation, person, project, role }) => (
              <InvitationRow
                key={invitation.id}
                invitation={invitation}
                person={person}
                project={project}
                role={role}
                pendingAction={pendingAction[invitation.id]}
                onResend={mayResend(invitation) ? () => void resend(invitation) : undefined}
                onCopyLink={mayResend(invitation) ? () => setConfirmingLink(invitation) : undefined}
                onRevoke={
                  mayRevoke(invitation) && invitation.state !== 'revoked'
                    ? () => setConfirmingRevocation(invitation)
                    : undefined
                }
              />
            ))}
          </ul>
        )}
      </ListDialog>
      {confirmingLink && (
        <Confirm
          title={t`Create a new link for ${confirmingLink.email}?`}
          action={<Trans>Create a new link</Trans>}
          onConfirm={() => void copyLink(confirmingLink)}
          onCancel={() => setConfirmingLink(undefined)}
        >
          <Trans>The link that was mailed before stops working.</Trans>
        </Confirm>
      )}
      {confirmingRevocation && (
        <Confirm
          title={t`Withdraw the invitation of ${confirmingRevocation.email}?`}
          action={<Trans>Withdraw</Trans>}
          onConfirm={() => void revoke(confirmingRevocation)}
          onCancel={() => setConfirmingRevocation(undefined)}
        >
          <Trans>The membership that it is for ends as well.</Trans>
        </Confirm>
      )}
    </>
  )
}
