import { Trans } from '@lingui/react/macro'
import { AbsenceRules } from './absence-rules'
import styles from './directory-import.module.css'

/** Explains the content of the files, and what presence and absence in them mean. */
export const ImportRules = ({ isOfStaff }: { isOfStaff: boolean }) => (
  <section className={styles.rules}>
    <h2>
      <Trans>What the archive holds</Trans>
    </h2>
    <p>
      <Trans>
        A ZIP with any of these CSV files, as Microsoft’s tools and Excel write them. Nothing is changed before you have
        seen every row.
      </Trans>
    </p>
    <ul className={styles.files}>
      <li>
        <code>users.csv</code> <span>email; givenName; familyName; organization; phone; title; enabled</span>
      </li>
      <li>
        <code>groups.csv</code> <span>group; description</span>
      </li>
      <li>
        <code>memberships.csv</code> <span>group; email</span>
      </li>
      <li>
        <code>access.csv</code> <span>group; project; role</span>
      </li>
    </ul>
    <h2>
      <Trans>What happens to people who are not in the files</Trans>
    </h2>
    <AbsenceRules isOfStaff={isOfStaff} />
  </section>
)
