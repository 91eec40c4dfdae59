import { useLingui } from '@lingui/react'
import { Plural, Trans, useLingui as useMacro } from '@lingui/react/macro'
import { isLocked } from '@lintel/contract/people/members'
import type { Environment } from '@lintel/contract/people/permissions'
import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { useState } from 'react'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { PlainSelect } from '../../ui/plain-select'
import { Role, roleWord } from '../../ui/role'
import { SearchField } from '../../ui/search-field'
import type { AccessTable } from './access-table'
import styles from './edit-users.module.css'
import { findsProject } from './find-people'
import { showsLastLogin } from './last-login'
import { LastLogins } from './last-logins'
import { pickedLevels } from './picked-levels'
import type { Wish } from './plan-changes'

interface EditUsersProps {
  table: AccessTable
  customer: string
  /** Places of the people in the table; one or more. */
  people: readonly number[]
  actor: string
  environment: Environment
  onChange(wishes: readonly Wish[]): void
  onClose(): void
}

/** So many projects are listed; whoever has more searches. */
const mostListed = 50

/** The roles of one or several people, project by project. */
export function EditUsers({ table, customer, people, actor, environment, onChange, onClose }: EditUsersProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState<ReadonlyMap<number, PrivilegeLevel>>(new Map())
  const [first = 0] = people
  const { name = '', email = '', organization = '' } = table.people[first] ?? {}
  const isSingle = people.length === 1
  const title = isSingle ? t`Edit ${name}` : t`Edit ${people.length} users`
  const hasLogins = showsLastLogin(people.length, environment)

  const isFound = findsProject(query)
  const found = table.projects.flatMap((project, place) => (isFound(project) ? [place] : []))
  const isMember = (project: number) => people.some((person) => table.level(person, project) > privilegeLevel.inactive)
  const listed = [...found.filter(isMember), ...found.filter((project) => !isMember(project))].slice(0, mostListed)
  const { length: count } = found

  /** The role that all of them have; undefined when they differ. */
  const common = (project: number): PrivilegeLevel | undefined => {
    const level = table.level(first, project)
    return people.every((person) => table.level(person, project) === level) ? level : undefined
  }
  const isFixed = (project: number) =>
    people.every((person) =>
      isLocked({ user: table.people[person]?.email ?? '', privilegeLevel: table.level(person, project) }, actor),
    )

  function submit() {
    onChange([...chosen].flatMap(([project, level]) => people.map((person) => ({ person, project, level }))))
    onClose()
  }

  const choose = (project: number, value: string) => {
    const next = new Map(chosen)
    if (value === '') next.delete(project)
    else next.set(project, Number(value) as PrivilegeLevel)
    setChosen(next)
  }

  return (
    <Dialog label={title} onClose={onClose}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <h2>{title}</h2>
        {isSingle && (
          <p className={styles.person}>
            {email}
            {organization && ` · ${organization}`}
          </p>
        )}
        <SearchField label={t`Search projects`} value={query} onSearch={setQuery} />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard */}
        <section className={styles.scroll} tabIndex={0} aria-label={t`Projects`}>
          <LastLogins user={email} customer={customer} isAsked={hasLogins}>
            {(lastLogin) => (
              <table className={styles.table}>
                <thead>
                  <tr>
                    <th scope="col">
                      <Trans>Project</Trans>
                    </th>
                    <th scope="col">
                      <Trans>Role</Trans>
                    </th>
                    {hasLogins && (
                      <th scope="col">
                        <Trans>Last login</Trans>
                      </th>
                    )}
                  </tr>
                </thead>
                <tbody>
                  {listed.map((project) => {
                    const { id = '', name: projectName = '' } = table.projects[project] ?? {}
                    const level = common(project)
                    const isGiven = (pickedLevels as readonly (PrivilegeLevel | undefined)[]).includes(level)
                    return (
                      <tr key={id}>
                        <th scope="row">{projectName}</th>
                        <td>
                          {isFixed(project) && level !== undefined ? (
                            <Role level={level} />
                          ) : (
                            <PlainSelect
                              label={t`Role in ${projectName}`}
                              value={String(chosen.get(project) ?? (isGiven ? level : ''))}
                              options={[
                                ...(isGiven
                                  ? []
                                  : [
                                      {
                                        value: '',
                                        label: level === undefined ? t`Different roles` : i18n._(roleWord(level)),
                                      },
                                    ]),
                                ...pickedLevels.map((each) => ({ value: String(each), label: i18n._(roleWord(each)) })),
                              ]}
                              onChange={(value) => choose(project, value)}
                            />
                          )}
                        </td>
                        {hasLogins && <td className={styles.login}>{lastLogin(id)}</td>}
                      </tr>
                    )
                  })}
                </tbody>
              </table>
            )}
          </LastLogins>
        </section>
        {count > mostListed && (
          <p className={styles.more}>
            <Trans>
              The first {mostListed} of {count}. Search to find the others.
            </Trans>
          </p>
        )}
        <div className={styles.answers}>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" kind="primary">
            {isSingle ? <Trans>Save</Trans> : <Plural value={people.length} one="Save # user" other="Save # users" />}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
