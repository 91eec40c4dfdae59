import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { PlainSelect } from '../../ui/plain-select'
import styles from './projects-table.module.css'

interface ProjectsTableProps {
  /** Headings of additional columns. */
  additionalHeadings?: ReactNode
  children: ReactNode
}

/** A table of roles by project, for one person or several. */
export const ProjectsTable = ({ additionalHeadings, children }: ProjectsTableProps) => (
  <table className={styles.table}>
    <thead>
      <tr>
        <th scope="col">
          <Trans>Project</Trans>
        </th>
        <th scope="col">
          <Trans>Role</Trans>
        </th>
        {additionalHeadings}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
)

interface ProjectRowProps {
  name: string
  /** Shown in place of the select where the role cannot be changed. */
  fixed: ReactNode
  choice: Parameters<typeof PlainSelect>[0]
  /** Cells of additional columns. */
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
