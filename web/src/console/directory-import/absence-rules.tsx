import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { removalConfirmationShare } from '@lintel/contract/people/ad-import'
import { maxRowsByKind, mostFileRows } from '@lintel/contract/people/change-set-inputs'
import styles from './directory-import.module.css'

/** Explains what absence from the files means, what is never changed, and how much may be removed. */
export function AbsenceRules({ isOfStaff }: { isOfStaff: boolean }) {
  const { i18n } = useLingui()
  const share = i18n.number(removalConfirmationShare, { style: 'percent' })
  const [ofFile, inAll] = [i18n.number(mostFileRows), i18n.number(maxRowsByKind['ad-import'])]
  return (
    <ul className={styles.points}>
      <li>
        <Trans>People, groups and access that are not in the files stay as they are.</Trans>
      </li>
      <li>
        <Trans>
          In a group that memberships.csv lists, people whom an earlier import brought and who are no longer listed
          leave the group. Those added by hand stay.
        </Trans>
      </li>
      <li>
        <Trans>A row with the role “none” removes that access; Enabled=false removes all access of the person.</Trans>
      </li>
      <li>
        <Trans>
          When more than {share} of all memberships are removed, their number has to be typed before it is done.
        </Trans>
      </li>
      <li>
        {isOfStaff ? (
          <Trans>
            Customer administrators and staff are never changed. A row with the role “owner” hands a project over.
          </Trans>
        ) : (
          <Trans>Owners, customer administrators and staff are never changed.</Trans>
        )}
      </li>
      <li>
        <Trans>
          Only memberships, groups and what the customer knows of its people are written: never the email, the name or
          the credentials of an account.
        </Trans>
      </li>
      <li>
        <Trans>
          Invitations go out only when that is chosen in the preview. Whoever has an account is told of new roles in
          their usual mail, at most once an hour.
        </Trans>
      </li>
      <li>
        <Trans>
          A file has at most {ofFile} rows, and a plan at most {inAll}.
        </Trans>
      </li>
    </ul>
  )
}
