import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import type { RoleCell } from '@lintel/contract/people/change-set-inputs'
import { isLocked } from '@lintel/contract/people/members'
import type { PrivilegeLevel } from '@lintel/contract/people/privilege-levels'
import { useState } from 'react'
import { useLeaveGuard } from '../../api/form/use-leave-guard'
import { Dialog } from '../../ui/dialog'
import { FormActions } from '../../ui/form-actions'
import { Role, roleLabel } from '../../ui/role'
import { SearchField } from '../../ui/search-field'
import { showToast } from '../../ui/toast'
import type { AccessTable } from './access-table'
import { listedProjects } from './listed-projects'
import { MoreProjects } from './more-projects'
import { ProjectRow, ProjectsTable } from './projects-table'
import { selectableLevels } from './selectable-levels'
import dialog from './users-dialog.module.css'

interface EditUsersProps {
  table: AccessTable
  /** Emails of the people; two or more. */
  users: readonly string[]
  actor: string
  onPlan(cells: RoleCell[]): void
  onClose(): void
}

/** The roles of several people in each project. */
export function EditUsers({ table, users, actor, onPlan, onClose }: EditUsersProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState<ReadonlyMap<string, PrivilegeLevel>>(new Map())
  const { leave, question } = useLeaveGuard(chosen.size > 0)
  const people = users.flatMap((user) => table.personAt(user) ?? [])
  const { listed, count } = listedProjects(table, query, people)
  const title = t`Edit ${plural(users.length, { one: '# user', other: '# users' })}`

  /** The role that all of them have; undefined when they differ. */
  const common = (project: number): PrivilegeLevel | undefined => {
    const [level, ...others] = new Set(people.map((person) => table.level(person, project)))
    return others.length === 0 ? level : undefined
  }
  const isFixed = (project: number) =>
    people.every((person) =>
      isLocked({ user: table.people[person]?.email ?? '', privilegeLevel: table.level(person, project) }, actor),
    )
  const levelOptions = selectableLevels.map((each) => ({ value: String(each), label: i18n._(roleLabel(each)) }))
  const choose = (project: string, value: string) => {
    const next = new Map(chosen)
    if (value === '') next.delete(project)
    else next.set(project, Number(value) as PrivilegeLevel)
    setChosen(next)
  }

  function submit() {
    if (chosen.size > 0)
      return onPlan([...chosen].flatMap(([project, level]) => users.map((user) => ({ user, project, level }))))
    showToast({ kind: 'done', text: t`No changes` })
    onClose()
  }

  return (
    <Dialog label={title} onClose={() => leave(onClose)} size="wide">
      <form
        className={dialog.form}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <h2>{title}</h2>
        <SearchField label={t`Search projects`} value={query} onSearch={setQuery} />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard */}
        <section className={dialog.scroll} tabIndex={0} aria-label={t`Projects`}>
          <ProjectsTable>
            {listed.map((projectIndex) => {
              const { id = '', name = '' } = table.projects[projectIndex] ?? {}
              const level = common(projectIndex)
              const isSelectable = (selectableLevels as readonly (PrivilegeLevel | undefined)[]).includes(level)
              const now = level === undefined ? t`Different` : i18n._(roleLabel(level))
              return (
                <ProjectRow
                  key={id}
                  name={name}
                  fixed={isFixed(projectIndex) && level !== undefined && <Role level={level} />}
                  choice={{
                    label: t`Role in ${name}`,
                    value: String(chosen.get(id) ?? (isSelectable ? level : '')),
                    options: [...(isSelectable ? [] : [{ value: '', label: now }]), ...levelOptions],
                    onChange: (value) => choose(id, value),
                  }}
                />
              )
            })}
          </ProjectsTable>
        </section>
        <MoreProjects count={count} />
        <FormActions onCancel={onClose}>
          <Trans>Preview</Trans>
        </FormActions>
      </form>
      {question}
    </Dialog>
  )
}
