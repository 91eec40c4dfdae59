import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ProjectStat } from '@lintel/contract/projects/project-stats'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useUserSetting } from '../../session/user-setting'
import { allFeatures } from '../../shell/projects/all-features'
import { type ProjectState, useStateOptions } from '../../shell/projects/project-states'
import { useProjectState } from '../../shell/projects/use-project-state'
import { useProjectsCsv } from '../../shell/projects/use-projects-csv'
import { isStartable, useStartProjects } from '../../shell/projects/use-start-projects'
import { RecordScreen } from '../../shell/records/record-screen'
import { Button } from '../../ui/button'
import { defaultArrangement } from '../../ui/grid/arrangement'
import type { MenuItem } from '../../ui/menu-items'
import { PlainSelect } from '../../ui/plain-select'
import { Spinner } from '../../ui/spinner'
import { ExportMenu } from './export-menu'
import { ExportTopics } from './export-topics'
import { useStatColumns } from './stat-columns'
import { isRunning, topicExportsQuery } from './topic-export-calls'
import { useProjectStats } from './use-project-stats'

/** Filters of the list, kept in the URL. */
export interface ProjectsListFilter {
  search: string
  state: ProjectState | undefined
}

interface ProjectsListProps {
  customer: string
  selector: ReactNode
  filter: ProjectsListFilter
  onFilter(change: Partial<ProjectsListFilter>): void
  /** Opens the project itself. */
  onOpen(id: string): void
  /** Undefined for whoever may not create projects. */
  onNew: (() => void) | undefined
  /** Additional entries of the export menu. */
  exports?: readonly MenuItem[]
}

/** The statistics of a customer's projects (admin-console chapter 2): the server searches, the client sorts and adds up. */
export function ProjectsList({ customer, selector, filter, onFilter, onOpen, onNew, exports = [] }: ProjectsListProps) {
  const { t } = useLingui()
  const { search, state } = filter
  const [arrangement = defaultArrangement] = useUserSetting('project-stats')
  const { data: listedFeatures } = useQuery(allFeatures)
  const columns = useStatColumns(listedFeatures?.records ?? [])
  const { records, total, error, hasMore, isPrevious } = useProjectStats(customer, filter)
  const states = useStateOptions()
  const stateOf = useProjectState()
  const starting = useStartProjects()
  const csv = useProjectsCsv()
  const { data: topicExports = [] } = useQuery(topicExportsQuery(customer))
  /** Ids of the projects whose topics are exported; undefined while the dialog is closed. */
  const [exported, setExported] = useState<readonly string[]>()

  function actions(chosen: readonly ProjectStat[]) {
    const startable = chosen.filter(isStartable)
    const [first] = chosen
    return (
      <>
        {(startable.length > 0 || starting.isPending) && (
          <Button size="small" busy={starting.isPending} onClick={() => starting.start(startable)}>
            {starting.isPending ? <Trans>Starting …</Trans> : <Trans>Start</Trans>}
          </Button>
        )}
        {first && chosen.length === 1 && (
          <Button size="small" onClick={() => onOpen(first.id)}>
            <Trans>Open</Trans>
          </Button>
        )}
      </>
    )
  }

  return (
    <RecordScreen<ProjectStat>
      title={t`Projects list`}
      {...{ selector, search, error, records, isPrevious, columns }}
      isPartial={hasMore}
      onSearch={(text) => onFilter({ search: text })}
      searchLabel={t`Search projects`}
      setting="project-stats"
      isFound
      isFiltered={state !== undefined}
      filters={
        <PlainSelect
          label={t`State`}
          value={state ?? ''}
          options={[{ value: '', label: t`All states` }, ...states]}
          onChange={(chosen) => onFilter({ state: states.find(({ value }) => value === chosen)?.value })}
        />
      }
      // Totals are correct only when all pages are loaded.
      totals={hasMore ? undefined : t`Total`}
      details={(stat) =>
        [
          stateOf(stat).join(' · '),
          t`${plural(stat.numOpenTopics, { one: '# open topic', other: '# open topics' })}`,
        ].join(' · ')
      }
      count={() => <Plural value={total ?? 0} one="# project" other="# projects" />}
      countFound={() => <Plural value={total ?? 0} one="# project found" other="# projects found" />}
      none={{ title: t`This customer has no projects yet`, action: t`New project` }}
      noneFound={{ title: t`No project matches the search`, action: t`Show all projects` }}
      onAdd={onNew}
      onShowAll={() => onFilter({ search: '', state: undefined })}
      onOpen={({ id }) => onOpen(id)}
      actions={actions}
      menu={(chosen) => (
        <>
          {topicExports.length > 0 && (
            <Button size="small" onClick={() => setExported([])}>
              {topicExports.some(isRunning) && <Spinner size={16} />}
              <Trans>Your exports of topics</Trans>
            </Button>
          )}
          <ExportMenu
            isEmpty={!total}
            onTopics={() => setExported(chosen.map(({ id }) => id))}
            additionalItems={exports}
            onProjectsCsv={() => csv.save({ columns, arrangement, customer, search, state })}
          />
        </>
      )}
    >
      {() =>
        exported && (
          <ExportTopics
            {...{ customer, search, state }}
            chosen={exported}
            found={isPrevious ? undefined : total}
            onClose={() => setExported(undefined)}
          />
        )
      }
    </RecordScreen>
  )
}
