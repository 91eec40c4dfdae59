import { isNoGuest } from '@lintel/contract/people/permissions'
import { templateProjects } from '@lintel/contract/projects/template-projects'
import { serve } from '../../platform/serve'
import { amongOffered, find, listOffered } from './template-projects.store'

export const templateProjectRoutes = serve(templateProjects, {
  find,
  among: amongOffered,
  list: {
    may: isNoGuest,
    run: ({ db, actor }, query) => listOffered(db, actor, query),
  },
  read: { may: isNoGuest },
})
