import { useLingui } from '@lingui/react'
import { useLingui as useMacro } from '@lingui/react/macro'
import type { DirectorySource } from '@lintel/contract/people/directory-groups'
import { dayOf } from '@lintel/contract/people/guest-expiration'
import type { ProjectMember } from '@lintel/contract/people/members'
import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { projects } from '@lintel/contract/projects/projects'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { DayField } from '../../api/form/day-field'
import { Loaded } from '../../api/form/loaded'
import { InheritedMethods, LoginMethodsField } from '../../api/form/login-methods-field'
import type { FormDraft } from '../../api/form/use-draft'
import { useInheritedMethods } from '../../api/form/use-login-methods'
import { one } from '../../api/resource'
import { formLevels, levelsFor } from '../../shell/projects/offered-levels'
import { ConsoleIcon } from '../../ui/console-icon'
import { Role, roleLabel } from '../../ui/role'
import { lastLoginOf } from './last-login'
import { isSavable, type MemberValues } from './member-draft'
import { ProjectRow } from './projects-table'
import styles from './projects-table.module.css'
import { useDirectoryTexts } from './use-directory-texts'

interface MembershipRowProps {
  customer: string
  project: { id: string; name: string }
  /** The stored membership; undefined if there is none. */
  member: ProjectMember | undefined
  /** Whether the account is a guest account. */
  isGuest: boolean
  /** Login methods of the project itself; undefined where they are not loaded. */
  inherits: readonly string[] | undefined
  draft: FormDraft<MemberValues>
  note: string | undefined
  /** The level, where it cannot be changed. */
  fixed: PrivilegeLevel | undefined
  /** The person's directory source, if any. */
  source: DirectorySource | undefined
  hasLogins: boolean
  isOpen: boolean
  onToggle(): void
}

/** A person's membership in one project: the role in the row, last day and login methods in an expandable row below. */
export function MembershipRow(props: MembershipRowProps) {
  const { customer, project, member, isGuest, inherits, draft, note, fixed, source, hasLogins, isOpen, onToggle } =
    props
  const { i18n } = useLingui()
  const { t } = useMacro()
  const id = useId()
  const { names, ids, methodsOf, timeZone, loadState } = useInheritedMethods(customer)
  const { level, lastDay, providers } = draft.values
  const { name } = project
  const today = dayOf(Date.now(), timeZone)
  const isMember = level !== privilegeLevel.inactive
  const isEditable = fixed === undefined
  const { data: of, error } = useQuery({ ...one(projects, project.id), enabled: isMember && inherits === undefined })
  const ofProject = inherits ?? of?.record.providers
  const inherited = ofProject && loadState.isLoaded ? methodsOf(ofProject) : undefined
  // Stays expanded while it contains an error that prevents saving.
  const isShown = isMember && (isOpen || (isEditable && !isSavable(draft.values, today)))
  const columns = hasLogins ? 6 : 5
  const managed = useDirectoryTexts()(member?.directoryLevel, level, source)

  const offered = levelsFor({ isGuest, level: member?.privilegeLevel ?? level }, formLevels)

  const login = (of: ProjectMember) => {
    const last = lastLoginOf(of)
    if (last.kind === 'at') return last.minute
    return last.kind === 'never' ? t`never` : t`more than a month ago`
  }
  const methods =
    isMember &&
    (providers.length > 0
      ? providers.map(names.of).join(', ')
      : inherited && <InheritedMethods names={names} inherited={inherited} />)
  const lastLogin = hasLogins && member && login(member)
  /** What a phone shows in the expandable row because it hides the columns, except what can be edited there. */
  const hiddenColumns: [label: string, content: ReactNode][] = []
  if (!isEditable) hiddenColumns.push([t`End date`, lastDay || '—'], [t`Login methods`, methods])
  if (lastLogin) hiddenColumns.push([t`Last login`, lastLogin])

  return (
    <>
      <ProjectRow
        name={name}
        fixed={fixed !== undefined && <Role level={fixed} />}
        choice={{
          label: t`Role in ${name}`,
          value: String(level),
          options: offered.map((each) => ({ value: String(each), label: i18n._(roleLabel(each)) })),
          onChange: (value) => draft.set('level', Number(value) as PrivilegeLevel),
        }}
      >
        <td className={`${styles.figures} ${styles.aside}`}>{isMember && lastDay}</td>
        <td className={`${styles.methods} ${styles.aside}`}>{methods}</td>
        {hasLogins && <td className={`${styles.figures} ${styles.aside}`}>{lastLogin}</td>}
        <td>
          {isMember && (
            <button
              type="button"
              className={isEditable ? styles.options : `${styles.options} ${styles.onPhone}`}
              aria-label={t`Options in ${name}`}
              title={t`Options in ${name}`}
              aria-expanded={isShown}
              aria-controls={isShown ? id : undefined}
              onClick={onToggle}
            >
              <ConsoleIcon name="dots" size={16} />
            </button>
          )}
        </td>
      </ProjectRow>
      {[note, managed].map(
        (text) =>
          text !== undefined && (
            <tr key={text}>
              <td colSpan={columns} className={styles.note}>
                {text}
              </td>
            </tr>
          ),
      )}
      {isShown && (
        <tr id={id} className={isEditable ? undefined : styles.onPhone}>
          <td colSpan={columns}>
            {isEditable && (
              <fieldset aria-label={name} className={styles.further}>
                <DayField
                  label={t`End date`}
                  hint={t`Leave it empty for access without an end.`}
                  value={lastDay}
                  today={today}
                  onChange={(day) => draft.set('lastDay', day)}
                />
                <Loaded data={inherited} error={error ?? loadState.error} what={name} rows={1}>
                  {(current) => (
                    <LoginMethodsField
                      ids={ids}
                      names={names}
                      value={providers}
                      inherited={current}
                      onChange={(chosen) => draft.set('providers', chosen)}
                    />
                  )}
                </Loaded>
              </fieldset>
            )}
            {hiddenColumns.length > 0 && (
              <dl className={`${styles.further} ${styles.onPhone}`}>
                {hiddenColumns.map(([label, content]) => (
                  <div key={label}>
                    <dt>{label}</dt>
                    <dd>{content}</dd>
                  </div>
                ))}
              </dl>
            )}
          </td>
        </tr>
      )}
    </>
  )
}
