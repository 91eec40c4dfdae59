import { Trans } from '@lingui/react/macro'
import type { DirectorySource } from '@lintel/contract/people/directory-groups'
import { isLocked, type ProjectMember } from '@lintel/contract/people/members'
import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
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
  /** Places of the projects that are listed. */
  projects: readonly number[]
  /** By project id. */
  members: ReadonlyMap<string, ProjectMember>
  /** Login methods of the projects themselves, by project id: of those that the person is in. */
  methods: ReadonlyMap<string, readonly string[]>
  /** A level that stands above all memberships; undefined for whom none does. */
  fixedLevel(project: number): PrivilegeLevel | undefined
  roles: FormDrafts<MemberValues>
  /** Says quietly that somebody else has changed a membership that was typed into. */
  noteOf(project: string): string | undefined
  /** The way by which the directory brought the person, where it did. */
  source: DirectorySource | undefined
  hasLogins: boolean
}

/** One person's role, last day, login methods and last login, project by project (admin-console chapter 2). */
export function MembershipTable(props: MembershipTableProps) {
  const { table, customer, user, actor, projects, members, methods, fixedLevel, roles, noteOf, source, hasLogins } =
    props
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  function toggle(project: string) {
    const next = new Set(open)
    if (!next.delete(project)) next.add(project)
    setOpen(next)
  }

  return (
    <ProjectsTable
      further={
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
      {projects.map((place) => {
        const { id = '', name = '' } = table.projects[place] ?? {}
        const member = members.get(id)
        const level = fixedLevel(place) ?? member?.privilegeLevel ?? privilegeLevel.inactive
        return (
          <MembershipRow
            key={id}
            customer={customer}
            project={{ id, name }}
            member={member}
            isGuest={table.isGuest(table.personAt(user) ?? -1)}
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
