import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { isMethodAllowed } from '@lintel/contract/customers/login-methods'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { LoadError } from '../../api/load-error'
import { currentUser } from '../../session/current-user'
import { AffectedPeople, WithoutLoginMethod } from '../../shell/affected-people'
import { Notice } from '../../ui/notice'
import { policyPreview } from './policy-preview-query'
import { noticeSchedule, type PolicyValues } from './policy-values'
import styles from './security.module.css'
import { usePaused } from './use-paused'

/** Debounce of what is typed, in ms. */
const typingPauseMs = 300

interface PolicyPreviewProps {
  customer: string
  /** Undefined while nothing has changed: the preview is empty then. */
  values: PolicyValues | undefined
}

/** The people whom the typed policy would affect, before it is saved. Always rendered, so that changes are announced. */
export const PolicyPreview = ({ customer, values }: PolicyPreviewProps) => (
  <div aria-live="polite" className={styles.preview}>
    {values && <Affected customer={customer} values={values} />}
  </div>
)

/** The answer for the values before stays until the one for the new values is here. */
function Affected({ customer, values: typed }: { customer: string; values: PolicyValues }) {
  const { t } = useLingui()
  const secondFactorFrom = usePaused(typed.secondFactorFrom, typingPauseMs)
  const inviteDomains = usePaused(typed.inviteDomains, typingPauseMs)
  const preview = policyPreview(customer, { ...typed, secondFactorFrom, inviteDomains })
  // Values that are refused have no answer to wait for.
  const { data, error } = useQuery({ ...preview, ...(preview.enabled && { placeholderData: keepPreviousData }) })
  if (!data) return error && <LoadError error={error} what={t`Who would be affected`} />
  const { values, answeredAt, withoutLoginMethod, withoutSecondFactor, signedInTooLong, ofOtherDomains } = data
  return (
    <>
      {data.locksOutMaker && (
        <Notice kind="problem" title={<Trans>You would lock yourself out</Trans>}>
          <LockOutReason loginMethods={values.loginMethods} />
        </Notice>
      )}
      {values.loginMethods.length > 0 && <WithoutLoginMethod people={withoutLoginMethod} />}
      {values.secondFactorFrom !== '' && (
        <AffectedPeople people={withoutSecondFactor}>
          <Plural
            value={withoutSecondFactor.count}
            one="# person signs in by password and has no two-step verification yet."
            other="# people sign in by password and have no two-step verification yet."
          />{' '}
          {withoutSecondFactor.count > 0 && <WhenNotified from={values.secondFactorFrom} now={answeredAt} />}
        </AffectedPeople>
      )}
      {values.longestSessionHours !== '' && (
        <AffectedPeople people={signedInTooLong}>
          <Plural
            value={signedInTooLong.count}
            one="# person who is signed in now would be asked again."
            other="# people who are signed in now would be asked again."
          />
        </AffectedPeople>
      )}
      {values.inviteDomains !== '' && (
        <AffectedPeople people={ofOtherDomains}>
          <Plural
            value={ofOtherDomains.count}
            one="# person has an address of another domain, and stays."
            other="# people have addresses of other domains, and stay."
          />
        </AffectedPeople>
      )}
    </>
  )
}

/** Why the policy would lock out the current user. */
export function LockOutReason({ loginMethods }: { loginMethods: readonly string[] }) {
  const { data: user } = useQuery(currentUser)
  const own = user?.loginMethod ?? null
  return own !== null && !isMethodAllowed(own, loginMethods) ? (
    <Trans>You are not signed in with any of these login methods.</Trans>
  ) : (
    <Trans>You signed in without two-step verification. Set it up before that day.</Trans>
  )
}

/** When the people without a second factor are notified; notices whose time has passed are not mentioned. */
function WhenNotified({ from, now }: { from: string; now: number }) {
  const texts = {
    twice: <Trans>They are notified by email two weeks and three days before.</Trans>,
    soonAndLater: <Trans>They are notified by email as soon as this is saved, and again three days before.</Trans>,
    soon: <Trans>They are notified by email as soon as this is saved, and not again.</Trans>,
    never: <Trans>Nobody is notified: it holds as soon as this is saved.</Trans>,
  }
  return texts[noticeSchedule(from, now)]
}
