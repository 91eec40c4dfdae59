import { isSignedIn, type Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { readHome } from '@lintel/contract/projects/home'
import { projectLinks } from '@lintel/contract/projects/project-links'
import { currentUser } from '../../people/users/current-user'
import { answer } from '../../platform/answer'
import type { Context, Platform } from '../../platform/context'
import type { Route } from '../../platform/route'
import { installationFor } from '../../settings/cluster-configuration/installation'
import { listEnterable } from '../project-links/project-links.store'

/** The query of the web's project list. */
const allLinksQuery = {
  filters: { active: true },
  sort: [{ field: 'name', descending: false }],
  page: { size: projectLinks.maxPageSize },
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
      const [user, projects] = await Promise.all([currentUser(context, actor), allLinks(context, actor)])
      return { user, installation: installationFor(configuration, actor), projects }
    },
  }),
]

/**
 * Null while a password or second factor has to be set up first, and when there is more than one page, which the web then loads page by
 * page.
 */
async function allLinks({ db, configuration }: Context, actor: Person) {
  if (actor.restriction !== null) return null
  const { records, next } = await listEnterable(db, actor, configuration.publicUrl, allLinksQuery)
  return next === null ? records : null
}
