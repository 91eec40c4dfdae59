import { isSignedIn, type Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { readHome } from '@lintel/contract/projects/home'
import { projectLinks } from '@lintel/contract/projects/project-links'
import { currentUser } from '../../people/users/current-user'
import { answer } from '../../platform/answer'
import type { Context, Platform } from '../../platform/context'
import type { Route } from '../../platform/route'
import { installationFor } from '../../settings/cluster-configuration/installation'
import { listEntered } from '../project-links/project-links.store'

/** Every project that the web's list asks for, in its order. */
const everyLink = {
  filters: { active: true },
  sort: [{ field: 'name', descending: false }],
  page: { size: projectLinks.largestPage },
  include: [],
  fields: {},
}

export const homeRoutes = ({ configuration }: Platform): Route[] => [
  answer(readHome, {
    may: isSignedIn,
    whileRestricted: true,
    async run(context) {
      const { actor } = context
      if (!isSignedIn(actor)) throw new Problem('notSignedIn')
      const [user, projects] = await Promise.all([currentUser(context, actor), linksOf(context, actor)])
      return { user, installation: installationFor(configuration, actor), projects }
    },
  }),
]

/** Whoever has to set a password or a second factor first gets none; whoever has more than a page reads page by page. */
async function linksOf({ db, configuration }: Context, actor: Person) {
  if (actor.restriction !== null) return null
  const { records, next } = await listEntered(db, actor, configuration.publicUrl, everyLink)
  return next === null ? records : null
}
