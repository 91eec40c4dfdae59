import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type MoveEffects, readMoveEffects } from '@lintel/contract/projects/move-effects'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { callApi } from '../../api/call-api'
import type { MethodNames } from '../../api/form/login-methods'
import { LoadError } from '../../api/load-error'
import { Notice } from '../../ui/notice'

/** The effects of moving the project to another customer; loaded once another one is chosen. */
export function useMoveEffects(id: string, customer: string | undefined) {
  const { data, error } = useQuery({
    queryKey: ['move-effects', id, customer],
    queryFn: ({ signal }) =>
      callApi(readMoveEffects, { parameters: { id }, query: { customer: customer ?? '' }, signal }),
    enabled: customer !== undefined,
    staleTime: 0,
  })
  return { effects: customer === undefined ? undefined : data, error, isLoading: customer !== undefined && !data }
}

interface MoveNoticeProps {
  effects: MoveEffects | undefined
  error: Error | null
  /** Names of both customers. */
  from: string
  to: string
  names: MethodNames
}

/** Explains the effects of a move before the project is saved. */
export function MoveNotice({ effects, error, from, to, names }: MoveNoticeProps) {
  const { t, i18n } = useLingui()
  if (error) return <LoadError error={error} what={t`What the move would change`} />
  if (!effects) return null
  const foreign = effects.foreignLoginMethods.map(names.of).join(', ')
  const inherited = effects.inheritedLoginMethods
  const { secondFactorFrom, longestSessionHours, timeZone } = effects
  const day = secondFactorFrom && i18n.date(new Date(secondFactorFrom), { dateStyle: 'medium', timeZone })
  const templates = effects.templates.join(', ')
  return (
    <Notice
      title={
        <Trans>
          The project moves from {from} to {to}
        </Trans>
      }
    >
      <ul>
        {foreign && (
          <li>
            <Trans>
              {to} does not allow these login methods of the project: {foreign}
            </Trans>
          </li>
        )}
        <CountedItem value={effects.restrictedMembers}>
          <Plural
            value={effects.restrictedMembers}
            one="# member loses login methods of their own that are not allowed there."
            other="# members lose login methods of their own that are not allowed there."
          />
        </CountedItem>
        {inherited && (
          <li>
            {inherited.length === 0 ? (
              <Trans>Any login method will do, as {to} has it.</Trans>
            ) : (
              <Trans>Its members will have to sign in by: {inherited.map(names.of).join(', ')}</Trans>
            )}
          </li>
        )}
        {day && (
          <li>
            <Trans>
              {to} requires two-step verification from {day} on.
            </Trans>
          </li>
        )}
        <CountedItem value={effects.withoutSecondFactor}>
          <Plural
            value={effects.withoutSecondFactor}
            one="# person signs in by password and has no two-step verification yet."
            other="# people sign in by password and have no two-step verification yet."
          />
        </CountedItem>
        {longestSessionHours !== null && (
          <li>
            <Plural
              value={longestSessionHours}
              one="Whoever proved more than # hour ago who they are is asked again."
              other="Whoever proved more than # hours ago who they are is asked again."
            />
          </li>
        )}
        <CountedItem value={effects.losingAccess}>
          <Plural
            value={effects.losingAccess}
            one="# administrator or API user of its present customer no longer sees it."
            other="# administrators and API users of its present customer no longer see it."
          />
        </CountedItem>
        <CountedItem value={effects.gainingAccess}>
          <Plural
            value={effects.gainingAccess}
            one="# administrator or API user of the new customer will see it."
            other="# administrators and API users of the new customer will see it."
          />
        </CountedItem>
        <CountedItem value={effects.newPeople}>
          <Plural
            value={effects.newPeople}
            one="# member becomes known to the new customer."
            other="# members become known to the new customer."
          />
        </CountedItem>
        <CountedItem value={effects.lostOrganizations}>
          <Plural
            value={effects.lostOrganizations}
            one="# member is shown without their organization."
            other="# members are shown without their organizations."
          />
        </CountedItem>
        <CountedItem value={effects.groupAccesses}>
          <Plural
            value={effects.groupAccesses}
            one="# directory group no longer gives access to it; its people stay as members."
            other="# directory groups no longer give access to it; their people stay as members."
          />
        </CountedItem>
        <CountedItem value={effects.endsInOtherTimeZone}>
          <Plural
            value={effects.endsInOtherTimeZone}
            one="The end date of # member counts in another time zone."
            other="The end dates of # members count in another time zone."
          />
        </CountedItem>
        {templates && (
          <li>
            <Trans>
              Templates of {from} that take content from it: {templates}
            </Trans>
          </li>
        )}
        {effects.endsTrial && (
          <li>
            <Trans>Its trial ends.</Trans>
          </li>
        )}
      </ul>
    </Notice>
  )
}

const CountedItem = ({ value, children }: { value: number; children: ReactNode }) =>
  value > 0 ? <li>{children}</li> : null
