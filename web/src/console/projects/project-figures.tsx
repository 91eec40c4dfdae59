import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { projectStats } from '@lintel/contract/projects/project-stats'
import type { Project } from '@lintel/contract/projects/projects'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../api/form/loaded'
import { one } from '../../api/resource'
import { RecordFacts } from '../../shell/records/record-page'

/** The statistics of a project. */
export function ProjectFigures({ project }: { project: Project }) {
  const { i18n } = useLingui()
  const { data, error } = useQuery(one(projectStats, project.id))
  const moment = (instant: string) => i18n.date(new Date(instant), { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <Loaded data={data?.record} error={error} rows={2}>
      {({ numUsers, numUsersByLevel: levels, numGroups }) => (
        <RecordFacts
          facts={[
            [<Trans key="users">Users</Trans>, i18n.number(numUsers)],
            [<Trans key="admins">Admins</Trans>, i18n.number(levels.owner + levels.customerAdmin + levels.admin)],
            [<Trans key="guests">Guests</Trans>, i18n.number(levels.guest)],
            [<Trans key="groups">Groups</Trans>, i18n.number(numGroups)],
            [<Trans key="created">Created</Trans>, moment(project.createdAt)],
            [<Trans key="changed">Changed</Trans>, moment(project.updatedAt)],
            ...(project.deletedAt ? [[<Trans key="deleted">Deleted</Trans>, moment(project.deletedAt)] as const] : []),
          ]}
        />
      )}
    </Loaded>
  )
}
