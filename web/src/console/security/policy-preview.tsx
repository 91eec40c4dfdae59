import { Plural, Trans } from '@lingui/react/macro'
import { previewSecurityPolicy } from '@lintel/contract/customers/security-policies'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ask } from '../../api/ask'
import { Notice } from '../../ui/notice'
import { type PolicyValues, policyPatch, policyRules } from './policy-values'
import styles from './security.module.css'

/** Whom the policy would affect, as it is typed: before anything is saved. */
export function PolicyPreview({ customer, values }: { customer: string; values: PolicyValues }) {
  const { longestSessionHours, inviteDomains } = policyPatch(values)
  const { data } = useQuery({
    queryKey: ['security-policy-preview', customer, longestSessionHours, inviteDomains],
    queryFn: ({ signal }) =>
      ask(previewSecurityPolicy, {
        parameters: { id: customer },
        body: { longestSessionHours, inviteDomains },
        signal,
      }),
    enabled: policyRules.safeParse(values).success,
  })
  if (!data) return null
  const { withoutSecondFactor, signedInTooLong, ofOtherDomains } = data
  const needsFactor = values.secondFactorFrom !== ''
  return (
    <div aria-live="polite" className={styles.preview}>
      {needsFactor && data.locksOutMaker && (
        <Notice kind="problem" title={<Trans>You would lock yourself out</Trans>}>
          <Trans>You signed in without a second factor. Set one up before that day.</Trans>
        </Notice>
      )}
      {needsFactor && (
        <Affected people={withoutSecondFactor}>
          <Plural
            value={withoutSecondFactor.count}
            one="# person signs in by password and has no second factor yet."
            other="# people sign in by password and have no second factor yet."
          />{' '}
          <Trans>They are notified by mail two weeks and three days before.</Trans>
        </Affected>
      )}
      {values.longestSessionHours !== '' && (
        <Affected people={signedInTooLong}>
          <Plural
            value={signedInTooLong.count}
            one="# person who is signed in now would be asked again."
            other="# people who are signed in now would be asked again."
          />
        </Affected>
      )}
      {values.inviteDomains !== '' && (
        <Affected people={ofOtherDomains}>
          <Plural
            value={ofOtherDomains.count}
            one="# person has an address of another domain, and stays."
            other="# people have addresses of other domains, and stay."
          />
        </Affected>
      )}
    </div>
  )
}

interface AffectedProps {
  people: { count: number; named: readonly string[] }
  children: ReactNode
}

/** How many it would be, and who. */
const Affected = ({ people: { named }, children }: AffectedProps) =>
  named.length === 0 ? (
    <p>{children}</p>
  ) : (
    <details>
      <summary>{children}</summary>
      <p className={styles.about}>{named.join(', ')}</p>
    </details>
  )
