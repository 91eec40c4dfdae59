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
import { everyFeature } from '../../shell/projects/every-feature'
import { filterOf, type ProjectState, useStateOptions } from '../../shell/projects/project-states'
import { useProjectsCsv } from '../../shell/projects/use-projects-csv'
import { RecordScreen } from '../../shell/records/record-screen'
import { Button } from '../../ui/button'
import { Drawing } from '../../ui/drawing'
import { naturalArrangement } from '../../ui/grid/arrangement'
import { PlainSelect } from '../../ui/plain-select'
import { SearchField } from '../../ui/search-field'
import { useProjectColumns } from './project-fields'

/** Projects of one page. */
const pageSize = 100

/** Milliseconds until the list is read again after a project changed that it does not show: of all customers, one may at any time. */
const restMs = 5_000

/** Customers by name, for the filter and the form. */
export const customerNames = all(customers, { sort: ['name'], fields: { customers: ['name'] } })

/** What the list is narrowed to; it stands in the address. */
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
  onNew(): void
}

/** All projects of the platform, for its staff; the server searches, filters and sorts (admin-console chapter 2). */
export function Projects({ filter, onFilter, onOpen, onNew }: ProjectsProps) {
  const { t } = useLingui()
  const { search, customer, owner, state } = filter
  const [arrangement = naturalArrangement] = useUserSetting('projects')
  const { data: listedCustomers, error: customersError } = useQuery(customerNames)
  const { data: listedFeatures } = useQuery(everyFeature)
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
  const { records, total, error, hasMore, isReading, readMore } = usePages(projects, request, {
    size: pageSize,
    keepsShown: true,
  })
  const queries = useQueryClient()

  // The server tells what others change, in any customer.
  useEffect(
    () => followPages(queries, { shown: projects, follows: projects, customer: platformTenant, isAlone: true }, restMs),
    [queries],
  )
  const states = useStateOptions()
  const csv = useProjectsCsv()

  return (
    <RecordScreen<Project>
      title={t`All projects`}
      selector={null}
      {...{ search, columns }}
      // Without the names of the customers nobody could tell whose the projects are.
      records={customersError && !listedCustomers ? undefined : records}
      error={error ?? customersError}
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
          <Drawing name="sheet" size={16} />
          <Trans>Export CSV</Trans>
        </Button>
      )}
    />
  )
}
