import { isSignedIn } from '@lintel/contract/people/permissions'
import { projectLinks } from '@lintel/contract/projects/project-links'
import type { Platform } from '../../platform/context'
import { type ServedResource, serve } from '../../platform/serve'
import { find, listEnterable } from './project-links.store'

export const projectLinkRoutes = ({ configuration: { publicUrl } }: Platform): ServedResource =>
  serve(projectLinks, {
    find: (db, actor, id) => find(db, actor, publicUrl, id),
    list: {
      may: isSignedIn,
      run: ({ db, actor }, query) => listEnterable(db, actor, publicUrl, query),
    },
    read: { may: isSignedIn },
  })
