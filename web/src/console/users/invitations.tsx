import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { customers } from '@lintel/contract/customers/customers'
import { type InvitationState, mayResend, mayRevoke } from '@lintel/contract/people/invitations'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ProblemNotice } from '../../api/problem-notice'
import { one } from '../../api/resource'
import { useCanReadMail } from '../../session/use-can-read-mail'
import { ListDialog } from '../../shell/records/list-dialog'
import styles from '../../shell/records/list-dialog.module.css'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/notice'
import type { AccessTable } from './access-table'
import { CreatedLinks } from './created-links'
import { InvitationFilters } from './invitation-filters'
import { InvitationQuestion } from './invitation-question'
import { InvitationRow } from './invitation-row'
import { useInvitationActions } from './use-invitation-actions'
import { invitationPage, useInvitations } from './use-invitations'

interface InvitationsProps {
  table: AccessTable
  customer: string
  onReload(): void
  onClose(): void
}

/** The invitations of a customer, with their states and actions. */
export function Invitations({ table, customer, onReload, onClose }: InvitationsProps) {
  const { t } = useLingui()
  const [state, setState] = useState<InvitationState>()
  const [search, setSearch] = useState('')
  const [visibleCount, setVisibleCount] = useState(invitationPage)
  const { matches, error, hasMore, isReading, readMore } = useInvitations({ table, customer, state, search })
  // The last day of a guest is one of the customer's time zone.
  const { data: of, error: customerError } = useQuery(one(customers, customer))
  // Until all pages are read, the list is not known to be empty.
  const isUnknown = !of || (matches?.length === 0 && hasMore)
  const items = isUnknown ? undefined : matches
  const isSearching = search.trim() !== ''
  const canSend = useCanReadMail()
  const actions = useInvitationActions(onReload)
  const { links, done, failure, asked } = actions

  return (
    <>
      <ListDialog
        title={t`Invitations`}
        above={
          <>
            <InvitationFilters
              search={search}
              state={state}
              onSearch={(text) => {
                setSearch(text)
                setVisibleCount(invitationPage)
              }}
              onState={setState}
            />
            <div role="status" className={styles.said}>
              {done !== undefined && <Notice>{done}</Notice>}
            </div>
            {failure !== undefined && <ProblemNotice error={failure} />}
            <CreatedLinks links={links} />
          </>
        }
        items={items}
        isPartial={hasMore}
        error={error ?? customerError}
        empty={isSearching ? <Trans>No invitation matches the search</Trans> : <Trans>No invitations</Trans>}
        isCloseFocused={false}
        actions={
          <>
            <span className={styles.count} role="status">
              {isSearching && items && (
                <Plural value={items.length} one="# invitation found" other="# invitations found" />
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
                timeZone={of?.record.timeZone ?? 'UTC'}
                person={person}
                project={project}
                role={role}
                pendingAction={actions.pendingOf(invitation.id)}
                onResend={canSend && mayResend(invitation) ? () => void actions.resend(invitation) : undefined}
                onCopyLink={mayResend(invitation) ? () => actions.ask('copy-link', invitation) : undefined}
                onRevoke={
                  mayRevoke(invitation) && invitation.state !== 'revoked'
                    ? () => actions.ask('revoke', invitation)
                    : undefined
                }
              />
            ))}
          </ul>
        )}
      </ListDialog>
      {asked && (
        <InvitationQuestion asked={asked} onConfirm={() => void actions.confirm(asked)} onCancel={actions.cancel} />
      )}
    </>
  )
}
