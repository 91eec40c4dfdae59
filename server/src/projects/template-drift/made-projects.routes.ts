import { isNoGuest } from '@lintel/contract/people/permissions'
import { madeProjects } from '@lintel/contract/projects/made-projects'
import { serve } from '../../platform/serve'
import { findMadeProject, listMadeProjects } from './made-projects.store'

/** The statement joins the right: whoever administers no customer sees none. */
export const madeProjectRoutes = serve(madeProjects, {
  find: findMadeProject,
  list: {
    may: isNoGuest,
    run: ({ db, actor }, query) => listMadeProjects(db, actor, query),
  },
})
