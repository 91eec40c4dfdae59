import { isSignedIn, mayCreateProject } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { addFavourite, removeFavourite } from '@lintel/contract/projects/favourite-project'
import { openProject } from '@lintel/contract/projects/open-project'
import {
  administersProject,
  draftFields,
  governsProject,
  writableProjectFields,
} from '@lintel/contract/projects/project-permissions'
import { projects } from '@lintel/contract/projects/projects'
import { personOf } from '../../identity/signed-in'
import { recordAcceptance } from '../../people/invitations/record-acceptance'
import { answer, type CallHandler } from '../../platform/answer'
import type { Platform } from '../../platform/context'
import type { Route } from '../../platform/route'
import { type ServedResource, serve } from '../../platform/serve'
import { addProject } from './create-project'
import { recordOpening, setFavourite } from './project-bookmarks.store'
import { changeProject, removeProject } from './project-changes.store'
import { omittedProjects, requiredLoginMethods } from './project-rights.store'
import { find, findVisibleByIds, listVisible } from './projects.store'

export const projectRoutes = ({ configuration: { publicUrl } }: Platform): ServedResource =>
  serve(projects, {
    find: (db, actor, id) => find(db, actor, publicUrl, id),
    findByIds: (db, actor, ids) => findVisibleByIds(db, actor, publicUrl, ids),
    missingMethods: requiredLoginMethods,
    tenant: ({ customer }) => customer,
    scopes: { read: 'read' },
    writable: (actor, project) => (project ? writableProjectFields(actor, project) : draftFields),
    list: {
      may: isSignedIn,
      exportedBy: 'customer',
      omitted: omittedProjects,
      run: ({ db, actor }, query) => listVisible(db, actor, publicUrl, query),
    },
    read: { may: isSignedIn },
    create: {
      may: (actor, _draft, { configuration }) => mayCreateProject(actor, configuration.environment),
      run: addProject,
    },
    // A new owner controls access from then on, so changing it requires a recent sign-in (security G9).
    update: { may: administersProject, freshProof: ({ owner }) => owner !== undefined, run: changeProject },
    remove: { may: governsProject, run: removeProject },
  })

export const openProjectRoute = answer(openProject, {
  may: isSignedIn,
  run: ({ actor, change, now }, { parameters: { id } }) =>
    change(async ({ db, audit }) => {
      if (!isSignedIn(actor)) throw new Problem('notSignedIn')
      const customer = await recordOpening(db, actor, id, now)
      if (customer === undefined) throw new Problem('notFound')
      await recordAcceptance({ db, audit }, { project: id, user: actor.id })
      audit({ action: 'projects.open', customer, target: { type: 'projects', id } })
    }),
})

const favouriteHandler = (isFavourite: boolean): CallHandler<typeof addFavourite> => ({
  may: isSignedIn,
  run: (context, { parameters: { id } }) =>
    context.change(async ({ db, audit }) => {
      const customer = await setFavourite(db, personOf(context), id, isFavourite)
      if (customer === undefined) throw new Problem('notFound')
      audit({ action: 'projects.favourite', customer, target: { type: 'projects', id }, after: { isFavourite } })
    }),
})

export const favouriteProjectRoutes: Route[] = [
  answer(addFavourite, favouriteHandler(true)),
  answer(removeFavourite, favouriteHandler(false)),
]
