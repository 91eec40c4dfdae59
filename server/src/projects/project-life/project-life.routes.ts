import { isSignedIn } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { startProject } from '@lintel/contract/projects/project-life'
import { personOf } from '../../identity/signed-in'
import { answer } from '../../platform/answer'
import { refuseLoginMethod } from '../projects/project-rights.store'
import { contentStanding } from './project-life.store'
import { startContent } from './start-project'

export const startProjectRoute = answer(startProject, {
  may: isSignedIn,
  exportedByProject: true,
  run: (context, { parameters: { id } }) =>
    context.change(async (change) => {
      const actor = personOf(context)
      const standing = await contentStanding(change.db, actor, id)
      if (!standing) {
        await refuseLoginMethod(change.db, actor, id)
        throw new Problem('notFound')
      }
      if (standing.isHibernated) throw new Problem('projectHibernated')
      return { status: await startContent(change, standing) }
    }),
})
