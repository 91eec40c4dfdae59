import { isFullUser } from '@lintel/contract/people/permissions'
import { madeProjects } from '@lintel/contract/projects/made-projects'
import { serve } from '../../platform/serve'
import { findMadeProject, listMadeProjects } from './made-projects.store'

/** The statement checks rights: only administrators of a customer see projects. */
export const madeProjectRoutes = serve(madeProjects, {
  find: findMadeProject,
  list: {
    may: isFullUser,
    run: ({ db, actor }, query) => listMadeProjects(db, actor, query),
  },
})
