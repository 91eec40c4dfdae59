import { isSignedIn, mayCreateProject } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { openProject } from '@lintel/contract/projects/open-project'
import {
  administersProject,
  draftFields,
  governsProject,
  writableProjectFields,
} from '@lintel/contract/projects/project-permissions'
import { projects } from '@lintel/contract/projects/projects'
import { answer } from '../../platform/answer'
import { instantOf } from '../../platform/clock'
import type { Platform } from '../../platform/context'
import { type ServedResource, serve } from '../../platform/serve'
import { changeProject, removeProject } from './project-changes.store'
import { addProject } from './project-creation.store'
import { recordOpening } from './project-openings.store'
import { amongVisible, find, listVisible } from './projects.store'

export const projectRoutes = ({ configuration: { publicUrl } }: Platform): ServedResource =>
  serve(projects, {
    find: (db, actor, id) => find(db, actor, publicUrl, id),
    among: (db, actor, ids) => amongVisible(db, actor, publicUrl, ids),
    tenant: ({ customer }) => customer,
    writable: (actor, project) => (project ? writableProjectFields(actor, project) : draftFields),
    list: {
      may: isSignedIn,
      run: ({ db, actor }, query) => listVisible(db, actor, publicUrl, query),
    },
    read: { may: isSignedIn },
    create: {
      may: (actor, _draft, { configuration }) => mayCreateProject(actor, configuration.environment),
      run: addProject,
    },
    update: { may: administersProject, run: changeProject },
    remove: { may: governsProject, run: removeProject },
  })

export const openProjectRoute = answer(openProject, {
  may: isSignedIn,
  run: ({ actor, change, now }, { parameters: { id } }) =>
    change(async ({ db, audit }) => {
      if (!isSignedIn(actor)) throw new Problem('notSignedIn')
      const customer = await recordOpening(db, actor, id, instantOf(now))
      if (customer === undefined) throw new Problem('notFound')
      audit({ action: 'projects.open', customer, target: { type: 'projects', id } })
    }),
})
