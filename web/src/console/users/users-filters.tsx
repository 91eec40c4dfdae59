import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { Plural, Trans, useLingui as useMacro } from '@lingui/react/macro'
import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import type { RefObject } from 'react'
import { Button } from '../../ui/button'
import { ConsoleIcon } from '../../ui/console-icon'
import { Icon } from '../../ui/icon'
import { PlainSelect } from '../../ui/plain-select'
import { Popover } from '../../ui/popover'
import { roleLabel } from '../../ui/role'
import { SearchField } from '../../ui/search-field'
import type { UsersFilter } from './find-people'
import styles from './users.module.css'

interface UsersFiltersProps {
  filter: UsersFilter
  onFilter(change: UsersFilter): void
  /** A person's name by email. */
  nameOf(email: string): string
  /** The search field for people, which is always visible. */
  search: RefObject<HTMLInputElement | null>
  /** The search field for projects, which may be behind that button. */
  projectSearch: RefObject<HTMLInputElement | null>
  /** Moves the focus to the search for projects, or whichever is visible, as the button is gone that was pressed. */
  onFocusSearch(): void
  /** Whether the other filters are behind a button for lack of space. */
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

/** The filters of the grid: people, projects and role. */
export function UsersFilters({
  filter,
  onFilter,
  nameOf,
  search,
  projectSearch,
  onFocusSearch,
  isFolded,
}: UsersFiltersProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const accessText = ([first = '', ...others]: readonly string[]) =>
    first === ''
      ? t`Only projects with access`
      : others.length === 0
        ? t`Only projects of ${nameOf(first)}`
        : t`Only projects of ${plural(others.length + 1, { one: '# user', other: '# users' })}`
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
          ...filteredLevels.map((level) => ({ value: String(level), label: i18n._(roleLabel(level)) })),
        ]}
        onChange={(value) => onFilter({ role: value === '' ? undefined : (Number(value) as PrivilegeLevel) })}
      />
      {!isFolded && searched}
      <SearchField
        ref={projectSearch}
        label={t`Search projects`}
        value={filter.project ?? ''}
        onSearch={(text) => onFilter({ project: text || undefined })}
      />
      <PlainSelect
        label={t`End date`}
        value={filter.ends ?? ''}
        options={[
          { value: '', label: t`Any end` },
          { value: 'soon', label: t`Ends soon` },
        ]}
        onChange={(value) => onFilter({ ends: value === 'soon' ? 'soon' : undefined })}
      />
    </>
  )
  const accessed = filter.access && (
    <span className={styles.filter} data-folded>
      <Button
        size="small"
        onClick={() => {
          onFocusSearch()
          onFilter({ access: undefined })
        }}
        title={t`Show all projects`}
      >
        {accessText(filter.access)}
        <Icon name="close" size={16} />
      </Button>
    </span>
  )
  if (!isFolded)
    return (
      <>
        {fields}
        {accessed}
      </>
    )
  const { user: _, access: __, ...folded } = filter
  const count = Object.values(folded).filter((each) => each !== undefined).length
  return (
    <>
      {searched}
      <span className={styles.filter} data-folded>
        <Popover
          label={t`Filter`}
          align="start"
          button={(props) => (
            <Button {...props} size="small" title={t`Filter`}>
              <ConsoleIcon name="filter" />
              {count === 0 ? (
                <span className="said-only">
                  <Trans>Filter</Trans>
                </span>
              ) : (
                <Plural value={count} one="# filter" other="# filters" />
              )}
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
      {accessed}
    </>
  )
}
