import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { PlainSelect } from '../../ui/plain-select'
import styles from './projects-table.module.css'

interface ProjectsTableProps {
  /** Headings of the columns beside project and role. */
  further?: ReactNode
  children: ReactNode
}

/** Roles project by project, of one person or of several. */
export const ProjectsTable = ({ further, children }: ProjectsTableProps) => (
  <table className={styles.table}>
    <thead>
      <tr>
        <th scope="col">
          <Trans>Project</Trans>
        </th>
        <th scope="col">
          <Trans>Role</Trans>
        </th>
        {further}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
)

interface ProjectRowProps {
  name: string
  /** What stands instead of a choice where the role is not to be changed. */
  fixed: ReactNode
  choice: Parameters<typeof PlainSelect>[0]
  /** The cells beside project and role. */
  children?: ReactNode
}

/** A project and the role in it. */
export const ProjectRow = ({ name, fixed, choice, children }: ProjectRowProps) => (
  <tr>
    <th scope="row">{name}</th>
    <td>{fixed || <PlainSelect {...choice} />}</td>
    {children}
  </tr>
)
