import { isNoGuest } from '@lintel/contract/people/permissions'
import { templateProjects } from '@lintel/contract/projects/template-projects'
import { serve } from '../../platform/serve'
import { methodsWanted } from '../projects/project-rights.store'
import { amongOffered, find, listOffered } from './template-projects.store'

export const templateProjectRoutes = serve(templateProjects, {
  find,
  among: amongOffered,
  missingMethods: methodsWanted,
  list: {
    may: isNoGuest,
    run: ({ db, actor }, query) => listOffered(db, actor, query),
  },
  read: { may: isNoGuest },
})
