import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import { isLocked, type ProjectMember } from '@lintel/contract/people/members'
import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { Drawing } from '../../ui/drawing'
import { Role, roleWord } from '../../ui/role'
import type { AccessTable } from './access-table'
import { typedDay } from './last-day'
import { lastLoginOf } from './last-login'
import { inheritedMethods } from './login-methods'
import { InheritedMethods } from './login-methods-field'
import { endOf } from './member-draft'
import { pickedLevels } from './picked-levels'
import { ProjectRow, ProjectsTable } from './projects-table'
import styles from './projects-table.module.css'
import { useLoginMethods } from './use-login-methods'

interface MembershipTableProps {
  table: AccessTable
  customer: string
  user: string
  actor: string
  /** Places of the projects that are listed. */
  projects: readonly number[]
  /** By project id. */
  members: ReadonlyMap<string, ProjectMember>
  /** Login methods of the projects themselves, by project id. */
  methods: ReadonlyMap<string, readonly string[]>
  levelOf(project: number): PrivilegeLevel
  chosen: ReadonlyMap<string, PrivilegeLevel>
  hasLogins: boolean
  onChoose(project: string, level: PrivilegeLevel): void
  onOptions(project: string): void
}

/** One person's role, last day, login methods and last login, project by project (admin-console chapter 2). */
export function MembershipTable(props: MembershipTableProps) {
  const { table, customer, user, actor, projects, members, methods, levelOf, chosen, hasLogins, onChoose, onOptions } =
    props
  const { i18n } = useLingui()
  const { t } = useMacro()
  const { names, customerMethods, timeZone } = useLoginMethods(customer)

  const login = (member: ProjectMember) => {
    const last = lastLoginOf(member)
    if (last.said === 'at') return last.minute
    return last.said === 'never' ? t`never` : t`more than a month ago`
  }

  function row(place: number) {
    const { id = '', name = '' } = table.projects[place] ?? {}
    const level = levelOf(place)
    const member = members.get(id)
    const wanted = chosen.get(id) ?? level
    const isFixed = isLocked({ user, privilegeLevel: level }, actor)
    const levels = level === privilegeLevel.guest ? [privilegeLevel.guest, ...pickedLevels] : pickedLevels
    return (
      <ProjectRow
        key={id}
        name={name}
        fixed={isFixed && <Role level={level} />}
        choice={{
          label: t`Role in ${name}`,
          value: String(wanted),
          options: levels.map((each) => ({ value: String(each), label: i18n._(roleWord(each)) })),
          onChange: (value) => onChoose(id, Number(value) as PrivilegeLevel),
        }}
      >
        <td className={`${styles.figures} ${styles.aside}`}>{member && typedDay(endOf(member), timeZone)}</td>
        <td className={`${styles.methods} ${styles.aside}`}>
          {member &&
            (member.providers.length > 0 ? (
              member.providers.map(names.of).join(', ')
            ) : (
              <InheritedMethods names={names} inherited={inheritedMethods(methods.get(id) ?? [], customerMethods)} />
            ))}
        </td>
        {hasLogins && <td className={`${styles.figures} ${styles.aside}`}>{member && login(member)}</td>}
        <td>
          {member && !isFixed && (
            <button
              type="button"
              className={styles.options}
              aria-label={t`Options in ${name}`}
              title={t`Options in ${name}`}
              onClick={() => onOptions(id)}
            >
              <Drawing name="dots" size={16} />
            </button>
          )}
        </td>
      </ProjectRow>
    )
  }

  return (
    <ProjectsTable
      further={
        <>
          <th scope="col" className={styles.aside}>
            <Trans>Last day</Trans>
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
      {projects.map(row)}
    </ProjectsTable>
  )
}
