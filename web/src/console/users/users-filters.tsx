import { useLingui } from '@lingui/react'
import { Plural, Trans, useLingui as useMacro } from '@lingui/react/macro'
import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import type { RefObject } from 'react'
import { Button } from '../../ui/button'
import { Drawing } from '../../ui/drawing'
import { PlainSelect } from '../../ui/plain-select'
import { Popover } from '../../ui/popover'
import { roleWord } from '../../ui/role'
import { SearchField } from '../../ui/search-field'
import type { UsersFilter } from './find-people'
import styles from './users.module.css'

interface UsersFiltersProps {
  filter: UsersFilter
  onFilter(change: UsersFilter): void
  /** The field that people are searched with; always in sight. */
  search: RefObject<HTMLInputElement | null>
  /** The others behind a button, where a bar has no room for them. */
  isFolded: boolean
}

const filteredLevels = [
  privilegeLevel.owner,
  privilegeLevel.customerAdmin,
  privilegeLevel.admin,
  privilegeLevel.workflowsAdmin,
  privilegeLevel.member,
  privilegeLevel.guest,
] as const

/** What the grid is narrowed to: a role, people, projects. */
export function UsersFilters({ filter, onFilter, search, isFolded }: UsersFiltersProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const searched = (
    <SearchField
      ref={search}
      label={t`Search users`}
      value={filter.user ?? ''}
      onSearch={(text) => onFilter({ user: text || undefined })}
    />
  )
  const fields = (
    <>
      <PlainSelect
        label={t`Role`}
        value={filter.role === undefined ? '' : String(filter.role)}
        options={[
          { value: '', label: t`All roles` },
          ...filteredLevels.map((level) => ({ value: String(level), label: i18n._(roleWord(level)) })),
        ]}
        onChange={(value) => onFilter({ role: value === '' ? undefined : (Number(value) as PrivilegeLevel) })}
      />
      {!isFolded && searched}
      <SearchField
        label={t`Search projects`}
        value={filter.project ?? ''}
        onSearch={(text) => onFilter({ project: text || undefined })}
      />
      <PlainSelect
        label={t`End of access`}
        value={filter.ends ?? ''}
        options={[
          { value: '', label: t`Any end` },
          { value: 'soon', label: t`Ends soon` },
        ]}
        onChange={(value) => onFilter({ ends: value === 'soon' ? 'soon' : undefined })}
      />
    </>
  )
  if (!isFolded) return fields
  const { user: _, ...folded } = filter
  const count = Object.values(folded).filter((each) => each !== undefined).length
  return (
    <>
      {searched}
      <span className={styles.filter} data-folded>
        <Popover
          label={t`Filter`}
          align="start"
          button={(props) => (
            <Button {...props} size="small">
              <Drawing name="filter" />
              {count === 0 ? <Trans>Filter</Trans> : <Plural value={count} one="# filter" other="# filters" />}
            </Button>
          )}
          onSubmit={(close) => close()}
        >
          {() => (
            <div className={styles.folded}>
              {fields}
              <Button type="submit" kind="primary" wide>
                <Trans>Done</Trans>
              </Button>
            </div>
          )}
        </Popover>
      </span>
    </>
  )
}
