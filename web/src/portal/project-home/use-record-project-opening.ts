import { openProject } from '@lintel/contract/projects/open-project'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { callApi } from '../../api/call-api'
import { changeProjectLinks } from '../../shell/change-project-links'
import { myProjectLinks } from '../../shell/my-project-links'

/** Records on the server that the project was opened, for the order of the project list. Failures are ignored. */
export function useRecordProjectOpening(project: string): void {
  const queries = useQueryClient()
  // Runs for each project: the component stays mounted when another project is opened.
  useEffect(() => {
    callApi(openProject, { parameters: { id: project } }).then(
      () => {
        const lastOpenedAt = new Date().toISOString()
        changeProjectLinks(queries, (links) =>
          links.map((link) => (link.id === project ? { ...link, lastOpenedAt } : link)),
        )
        void queries.invalidateQueries({ queryKey: myProjectLinks.queryKey })
      },
      () => {},
    )
  }, [queries, project])
}
