import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import { type AccessReason, readAccessWhy } from '@lintel/contract/people/access-why'
import type { DirectorySource } from '@lintel/contract/people/directory-groups'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../api/ask'
import { Loaded } from '../../api/form/loaded'
import { unreadOf } from '../../api/form/reading'
import { useLoginMethods } from '../../api/form/use-login-methods'
import { kindWords } from '../../shell/change-sets/change-set-words'
import styles from '../../shell/records/list-dialog.module.css'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { Role, roleWord } from '../../ui/role'
import { invitationWords } from './invitation-words'
import { useDirectoryProfileWords } from './use-directory-words'

interface WhyProps {
  customer: string
  user: { email: string; name: string }
  project: { id: string; name: string }
  /** The way by which the directory brought the person, where it did. */
  source: DirectorySource | undefined
  onClose(): void
}

/** Why somebody has the role in a project that they have: what the records say, and nothing else. */
export function Why({ customer, user, project, source, onClose }: WhyProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const { data, error } = useQuery({
    queryKey: ['access-why', user.email, project.id],
    queryFn: ({ signal }) => ask(readAccessWhy, { query: { user: user.email, project: project.id }, signal }),
    staleTime: 0,
  })
  const profileWords = useDirectoryProfileWords()
  const title = t`Why? ${user.name} in ${project.name}`
  const day = (instant: string) => i18n.date(new Date(instant), { dateStyle: 'long' })
  const moment = (instant: string) => i18n.date(new Date(instant), { dateStyle: 'long', timeStyle: 'short' })
  const { timeZone, reading } = useLoginMethods(customer)
  const unread = unreadOf({ what: t`Role`, isRead: data !== undefined, error }, reading)
  /** A last day is one where the customer is, wherever the reader may be. */
  const lastDay = (instant: string) => i18n.date(new Date(instant), { dateStyle: 'long', timeZone })
  const by = (email: string | null) => email ?? t`somebody who is not recorded`

  function words(reason: AccessReason): string {
    switch (reason.reason) {
      case 'customerAdministrator':
        return t`Administrator of the customer since ${day(reason.at)}, and so of every project in it. Made so by ${by(reason.by)}.`
      case 'owner':
        return t`Owner of the project since ${day(reason.at)}. Made so by ${by(reason.by)}.`
      case 'given': {
        const role = i18n._(roleWord(reason.privilegeLevel))
        return [t`“${role}” since ${moment(reason.at)}, given by ${by(reason.by)}.`, way(reason.via)]
          .filter(Boolean)
          .join(' ')
      }
      case 'directory': {
        const role = i18n._(roleWord(reason.privilegeLevel))
        const { group } = reason
        return t`Managed by directory: the group “${group}” gives “${role}”. The next import sets it again.`
      }
      case 'invitation': {
        const state = i18n._(invitationWords[reason.state])
        return t`Invited by ${by(reason.by)} on ${day(reason.at)} (${state}).`
      }
      case 'until':
        if (reason.over) return t`The access ended on ${lastDay(reason.at)}.`
        return reason.guest ? t`Guest. End date: ${lastDay(reason.at)}` : t`End date: ${lastDay(reason.at)}`
      case 'removed':
        return [t`Removed on ${moment(reason.at)} by ${by(reason.by)}.`, way(reason.via)].filter(Boolean).join(' ')
      case 'none':
        return t`There is no record of any access.`
    }
  }

  function way(via: Extract<AccessReason, { via: unknown }>['via']): string {
    switch (via.kind) {
      case 'changeSet':
        return t`Part of the bulk change “${i18n._(kindWords[via.changeSet])}”.`
      case 'undo':
        return t`By undoing the bulk change “${i18n._(kindWords[via.changeSet])}”.`
      case 'projectCreation':
        return t`When the project was created.`
      case 'unrecorded':
        return t`How it came is not recorded.`
      case 'hand':
        return ''
    }
  }

  /** Whom a customer added by an address is called by it until they accept. */
  const isAwaited = (reason: AccessReason) =>
    reason.reason === 'invitation' && reason.state !== 'accepted' && user.name === user.email

  return (
    <Dialog label={title} onClose={onClose}>
      <div className={styles.dialog}>
        <h2>{title}</h2>
        <Loaded data={unread ? undefined : data} error={unread?.error} what={unread?.what} rows={2}>
          {({ privilegeLevel, reasons }) => (
            <>
              <Role level={privilegeLevel} />
              <ul className={styles.reasons}>
                {reasons.map((reason) => (
                  <li key={JSON.stringify(reason)}>{words(reason)}</li>
                ))}
              </ul>
              {source && <p>{profileWords(source)}</p>}
              {reasons.some(isAwaited) && (
                <p>
                  <Trans>This person has not accepted yet. Their name is shown when they do.</Trans>
                </p>
              )}
            </>
          )}
        </Loaded>
        <div className={styles.answers}>
          <Button onClick={onClose} data-autofocus>
            <Trans>Close</Trans>
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
