import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import { projectStats } from '@lintel/contract/projects/project-stats'
import type { Project } from '@lintel/contract/projects/projects'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../api/form/loaded'
import { one } from '../../api/resource'
import { useStatCounts } from '../../shell/projects/stat-counts'
import { RecordFacts } from '../../shell/records/record-page'

/** The statistics of a project. */
export function ProjectFigures({ project }: { project: Project }) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const counts = useStatCounts()
  const { data, error } = useQuery(one(projectStats, project.id))
  const moment = (instant: string) => i18n.date(new Date(instant), { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <Loaded data={data?.record} error={error} what={t`Statistics`} rows={2}>
      {(stat) => {
        const { numUsersByLevel: levels } = stat
        const [users, ...others] = counts.map(([count, title]) => [title, i18n.number(stat[count])] as const)
        return (
          <RecordFacts
            facts={[
              ...(users ? [users] : []),
              [<Trans key="admins">Admins</Trans>, i18n.number(levels.owner + levels.customerAdmin + levels.admin)],
              [<Trans key="guests">Guests</Trans>, i18n.number(levels.guest)],
              ...others,
              [<Trans key="created">Created</Trans>, moment(project.createdAt)],
              [<Trans key="changed">Changed</Trans>, moment(project.updatedAt)],
              ...(project.deletedAt
                ? [[<Trans key="deleted">Deleted</Trans>, moment(project.deletedAt)] as const]
                : []),
            ]}
          />
        )
      }}
    </Loaded>
  )
}
