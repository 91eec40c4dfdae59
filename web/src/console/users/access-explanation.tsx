import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import { type AccessReason, readAccessReasons } from '@lintel/contract/people/access-reasons'
import type { DirectorySource } from '@lintel/contract/people/directory-groups'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../api/call-api'
import { typedDay } from '../../api/form/last-day'
import { firstPending } from '../../api/form/load-state'
import { Loaded } from '../../api/form/loaded'
import { useLoginMethods } from '../../api/form/use-login-methods'
import { kindLabels } from '../../shell/change-sets/change-set-labels'
import styles from '../../shell/records/list-dialog.module.css'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { DialogActions } from '../../ui/dialog-actions'
import { Role, roleLabel } from '../../ui/role'
import { invitationStateLabels } from './invitation-state-labels'
import { useDirectoryProfileTexts } from './use-directory-texts'

interface AccessExplanationProps {
  customer: string
  user: { email: string; name: string }
  project: { id: string; name: string }
  /** The person's directory source, if any. */
  source: DirectorySource | undefined
  onClose(): void
}

/** Explains why a person has their role in a project, by the records only. */
export function AccessExplanation({ customer, user, project, source, onClose }: AccessExplanationProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const { data, error } = useQuery({
    queryKey: ['access-why', user.email, project.id],
    queryFn: ({ signal }) => callApi(readAccessReasons, { query: { user: user.email, project: project.id }, signal }),
    staleTime: 0,
  })
  const describeProfile = useDirectoryProfileTexts()
  const title = t`Why? ${user.name} in ${project.name}`
  const day = (instant: string) => i18n.date(new Date(instant), { dateStyle: 'long' })
  const moment = (instant: string) => i18n.date(new Date(instant), { dateStyle: 'long', timeStyle: 'short' })
  const { timeZone, loadState } = useLoginMethods(customer)
  const pending = firstPending({ what: t`Role`, isLoaded: data !== undefined, error }, loadState)
  /** Last days are days in the customer's time zone, not the reader's. */
  const lastDay = (instant: string) => typedDay(instant, timeZone)
  const by = (email: string | null) => email ?? t`somebody who is not recorded`

  function describeReason(reason: AccessReason): string {
    switch (reason.reason) {
      case 'customerAdministrator':
        return t`Administrator of the customer since ${day(reason.at)}, and so of every project in it. Made so by ${by(reason.by)}.`
      case 'owner':
        return t`Owner of the project since ${day(reason.at)}. Made so by ${by(reason.by)}.`
      case 'given': {
        const role = i18n._(roleLabel(reason.privilegeLevel))
        return [t`“${role}” since ${moment(reason.at)}, given by ${by(reason.by)}.`, describeSource(reason.via)]
          .filter(Boolean)
          .join(' ')
      }
      case 'directory': {
        const role = i18n._(roleLabel(reason.privilegeLevel))
        const { group } = reason
        return t`Managed by directory: the group “${group}” gives “${role}”. The next import sets it again.`
      }
      case 'invitation': {
        const state = i18n._(invitationStateLabels[reason.state])
        return t`Invited by ${by(reason.by)} on ${day(reason.at)} (${state}).`
      }
      case 'until':
        if (reason.over) return t`The access ended on ${lastDay(reason.at)}.`
        return reason.guest ? t`Guest. End date: ${lastDay(reason.at)}` : t`End date: ${lastDay(reason.at)}`
      case 'removed':
        return [t`Removed on ${moment(reason.at)} by ${by(reason.by)}.`, describeSource(reason.via)]
          .filter(Boolean)
          .join(' ')
      case 'none':
        return t`There is no record of any access.`
    }
  }

  function describeSource(via: Extract<AccessReason, { via: unknown }>['via']): string {
    switch (via.kind) {
      case 'changeSet':
        return t`Part of the bulk change “${i18n._(kindLabels[via.changeSet])}”.`
      case 'undo':
        return t`By undoing the bulk change “${i18n._(kindLabels[via.changeSet])}”.`
      case 'projectCreation':
        return t`When the project was created.`
      case 'unrecorded':
        return t`How it came is not recorded.`
      case 'hand':
        return ''
    }
  }

  /** People invited by email have their email as a name until they accept. */
  const isUnaccepted = (reason: AccessReason) =>
    reason.reason === 'invitation' && reason.state !== 'accepted' && user.name === user.email

  return (
    <Dialog label={title} onClose={onClose}>
      <div className={styles.dialog}>
        <h2>{title}</h2>
        <Loaded data={pending ? undefined : data} error={pending?.error} what={pending?.what} rows={2}>
          {({ privilegeLevel, reasons }) => (
            <>
              <Role level={privilegeLevel} />
              <ul className={styles.reasons}>
                {reasons.map((reason) => (
                  <li key={JSON.stringify(reason)}>{describeReason(reason)}</li>
                ))}
              </ul>
              {source && <p>{describeProfile(source)}</p>}
              {reasons.some(isUnaccepted) && (
                <p>
                  <Trans>This person has not accepted yet. Their name is shown when they do.</Trans>
                </p>
              )}
            </>
          )}
        </Loaded>
        <DialogActions>
          <Button onClick={onClose} data-autofocus>
            <Trans>Close</Trans>
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}
