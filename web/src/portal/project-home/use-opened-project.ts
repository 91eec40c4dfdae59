import { openProject } from '@lintel/contract/projects/open-project'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ask } from '../../api/ask'
import { myProjectLinks } from '../../shell/my-project-links'

/** Has the server note that a project is opened: the list then knows when it was last. Not worth an error to whoever is opening it. */
export function useOpenedProject(project: string): void {
  const queries = useQueryClient()
  // The server is told of each project: the screen stays the same one when another project is opened on it.
  useEffect(() => {
    ask(openProject, { parameters: { id: project } }).then(
      () => queries.invalidateQueries({ queryKey: myProjectLinks.queryKey }),
      () => {},
    )
  }, [queries, project])
}
