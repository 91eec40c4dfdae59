import { isFullUser } from '@lintel/contract/people/permissions'
import { templateProjects } from '@lintel/contract/projects/template-projects'
import { serve } from '../../platform/serve'
import { requiredLoginMethods } from '../projects/project-rights.store'
import { find, findOfferedByIds, listOffered } from './template-projects.store'

export const templateProjectRoutes = serve(templateProjects, {
  find,
  findByIds: findOfferedByIds,
  missingMethods: requiredLoginMethods,
  list: {
    may: isFullUser,
    run: ({ db, actor }, query) => listOffered(db, actor, query),
  },
  read: { may: isFullUser },
})
