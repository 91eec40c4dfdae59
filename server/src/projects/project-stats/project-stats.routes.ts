import { isSignedIn } from '@lintel/contract/people/permissions'
import { projectStats } from '@lintel/contract/projects/project-stats'
import { serve } from '../../platform/serve'
import { omittedProjects, requiredLoginMethods } from '../projects/project-rights.store'
import { find, findVisibleByIds, listVisible } from './project-stats.store'

export const projectStatRoutes = serve(projectStats, {
  find,
  findByIds: findVisibleByIds,
  missingMethods: requiredLoginMethods,
  scopes: { read: 'read' },
  list: {
    may: isSignedIn,
    exportedBy: 'customer',
    omitted: omittedProjects,
    run: ({ db, actor }, query) => listVisible(db, actor, query),
  },
  read: { may: isSignedIn },
})
