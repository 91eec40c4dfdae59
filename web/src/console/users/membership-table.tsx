import { Trans } from '@lingui/react/macro'
import type { DirectorySource } from '@lintel/contract/people/directory-groups'
import { isLocked, type ProjectMember } from '@lintel/contract/people/members'
import { useState } from 'react'
import type { FormDrafts } from '../../api/form/use-draft'
import type { AccessTable } from './access-table'
import type { MemberValues } from './member-draft'
import { MembershipRow } from './membership-row'
import { ProjectsTable } from './projects-table'
import styles from './projects-table.module.css'

interface MembershipTableProps {
  table: AccessTable
  customer: string
  user: string
  actor: string
  /** Indexes of the listed projects. */
  projects: readonly number[]
  /** By project id. */
  members: ReadonlyMap<string, ProjectMember>
  /** Login methods of the projects in which the person is a member, by project id. */
  methods: ReadonlyMap<string, readonly string[]>
  roles: FormDrafts<MemberValues>
  /** Text of a conflict: somebody else has changed a membership that has unsaved changes. */
  noteOf(project: string): string | undefined
  /** The person's directory source, if any. */
  source: DirectorySource | undefined
  hasLogins: boolean
}

/** One person's role, last day, login methods and last login in each project (admin-console chapter 2). */
export function MembershipTable(props: MembershipTableProps) {
  const { table, customer, user, actor, projects, members, methods, roles, noteOf, source, hasLogins } = props
  const person = table.personAt(user) ?? -1
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  function toggle(project: string) {
    const next = new Set(open)
    if (!next.delete(project)) next.add(project)
    setOpen(next)
  }

  return (
    <ProjectsTable
      additionalHeadings={
        <>
          <th scope="col" className={styles.aside}>
            <Trans>End date</Trans>
          </th>
          <th scope="col" className={styles.aside}>
            <Trans>Login methods</Trans>
          </th>
          {hasLogins && (
            <th scope="col" className={styles.aside}>
              <Trans>Last login</Trans>
            </th>
          )}
          <th scope="col">
            <span className="said-only">
              <Trans>Options</Trans>
            </span>
          </th>
        </>
      }
    >
      {projects.map((projectIndex) => {
        const { id = '', name = '' } = table.projects[projectIndex] ?? {}
        const level = table.level(person, projectIndex)
        return (
          <MembershipRow
            key={id}
            customer={customer}
            project={{ id, name }}
            member={members.get(id)}
            isGuest={table.isGuest(person)}
            inherits={methods.get(id)}
            draft={roles.of(id)}
            note={noteOf(id)}
            fixed={isLocked({ user, privilegeLevel: level }, actor) ? level : undefined}
            source={source}
            hasLogins={hasLogins}
            isOpen={open.has(id)}
            onToggle={() => toggle(id)}
          />
        )
      })}
    </ProjectsTable>
  )
}
