import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { customers } from '@lintel/contract/customers/customers'
import { type Project, projects } from '@lintel/contract/projects/projects'
import { platformTenant } from '@lintel/contract/settings/events'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followPages } from '../../api/follow-pages'
import { useMethodNames } from '../../api/form/use-login-methods'
import { all } from '../../api/resource'
import { usePages } from '../../api/use-pages'
import { useUserSetting } from '../../session/user-setting'
import { allFeatures } from '../../shell/projects/all-features'
import { filterOf, type ProjectState, useStateOptions } from '../../shell/projects/project-states'
import { useProjectsCsv } from '../../shell/projects/use-projects-csv'
import { RecordScreen } from '../../shell/records/record-screen'
import { Button } from '../../ui/button'
import { ConsoleIcon } from '../../ui/console-icon'
import { defaultArrangement } from '../../ui/grid/arrangement'
import { PlainSelect } from '../../ui/plain-select'
import { SearchField } from '../../ui/search-field'
import { useProjectColumns } from './project-fields'

/** Projects per page. */
const pageSize = 100

/** Delay in milliseconds before the list is refetched after a project that it does not show has changed: with all customers this is frequent. */
const refetchDelayMs = 5_000

/** Query for the names of the customers, for filter and form. */
export const customerNames = all(customers, { sort: ['name'], fields: { customers: ['name'] } })

/** Filters of the list, kept in the URL. */
export interface ProjectsFilter {
  search: string
  customer: string | undefined
  /** The owner's email. */
  owner: string | undefined
  state: ProjectState | undefined
}

interface ProjectsProps {
  filter: ProjectsFilter
  onFilter(change: Partial<ProjectsFilter>): void
  onOpen(id: string): void
  /** Undefined for whoever may not create projects. */
  onNew: (() => void) | undefined
}

/** All projects of the platform, for staff; the server searches, filters and sorts (admin-console chapter 2). */
export function Projects({ filter, onFilter, onOpen, onNew }: ProjectsProps) {
  const { t } = useLingui()
  const { search, customer, owner, state } = filter
  const [arrangement = defaultArrangement] = useUserSetting('projects')
  const { data: listedCustomers, error: customersError } = useQuery(customerNames)
  const { data: listedFeatures } = useQuery(allFeatures)
  const { names, ids } = useMethodNames()
  const columns = useProjectColumns({
    customers: new Map(listedCustomers?.records.map(({ id, name }) => [id, name])),
    methods: names,
    features: listedFeatures?.records ?? [],
  })
  const sort = (arrangement.sort ?? [])
    .filter(({ id }) => projects.sorts.includes(id))
    .map(({ id, ascending }) => (ascending ? id : `-${id}`))
  const request = {
    filter: {
      ...(search && { q: search }),
      ...(customer && { customer }),
      ...(owner && { owner }),
      ...filterOf(state),
    },
    sort,
  }
  const { records, total, error, hasMore, isReading, isPrevious, readMore } = usePages(projects, request, {
    size: pageSize,
    keepsPrevious: true,
  })
  const queries = useQueryClient()

  // Subscribes to the server's events for changes by others, in any customer.
  useEffect(
    () =>
      followPages(
        queries,
        { shown: projects, follows: projects, customer: platformTenant, isAlone: true },
        refetchDelayMs,
      ),
    [queries],
  )
  const states = useStateOptions()
  const csv = useProjectsCsv()

  return (
    <RecordScreen<Project>
      title={t`All projects`}
      selector={null}
      {...{ search, isPrevious, columns }}
      isPartial={hasMore}
      // The list is of no use without the names of the customers.
      records={customersError && !listedCustomers ? undefined : records}
      error={error ?? (listedCustomers ? null : customersError)}
      onSearch={(text) => onFilter({ search: text })}
      searchLabel={t`Search all projects`}
      setting="projects"
      isFiltered={customer !== undefined || owner !== undefined || state !== undefined}
      filters={
        <>
          <PlainSelect
            label={t`Customer`}
            value={customer ?? ''}
            options={[
              { value: '', label: t`All customers` },
              ...(listedCustomers?.records ?? []).map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={(id) => onFilter({ customer: id || undefined })}
          />
          <SearchField
            label={t`Owner (email)`}
            value={owner ?? ''}
            onSearch={(text) => onFilter({ owner: text.trim() || undefined })}
          />
          <PlainSelect
            label={t`State`}
            value={state ?? ''}
            options={[{ value: '', label: t`All states` }, ...states]}
            onChange={(chosen) => onFilter({ state: states.find(({ value }) => value === chosen)?.value })}
          />
        </>
      }
      remote={{ total, onNearEnd: () => hasMore && !isReading && readMore() }}
      count={(count) => <Plural value={count} one="# project" other="# projects" />}
      countFound={(count) => <Plural value={count} one="# project found" other="# projects found" />}
      none={{ title: t`There are no projects yet`, action: t`New project` }}
      noneFound={{ title: t`No project matches the search`, action: t`Show all projects` }}
      onAdd={onNew}
      onShowAll={() => onFilter({ search: '', customer: undefined, owner: undefined, state: undefined })}
      onOpen={({ id }) => onOpen(id)}
      menu={() => (
        <Button
          size="small"
          busy={csv.isPending}
          disabled={!total}
          onClick={() =>
            csv.save({
              ...{ columns, arrangement, customer, owner, search, state },
              names: Object.fromEntries(ids.map((id) => [id, names.of(id)])),
            })
          }
        >
          <ConsoleIcon name="sheet" size={16} />
          <Trans>Export CSV</Trans>
        </Button>
      )}
    />
  )
}
