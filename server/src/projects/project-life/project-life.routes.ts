import { isSignedIn } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { startProject } from '@lintel/contract/projects/project-lifecycle'
import { personOf } from '../../identity/signed-in'
import { answer } from '../../platform/answer'
import { assertLoginMethod } from '../projects/project-rights.store'
import { findContentState } from './project-life.store'
import { startContent } from './start-project'

export const startProjectRoute = answer(startProject, {
  may: isSignedIn,
  exportedByProject: true,
  run: (context, { parameters: { id } }) =>
    context.change(async (change) => {
      const actor = personOf(context)
      const state = await findContentState(change.db, actor, id)
      if (!state) {
        await assertLoginMethod(change.db, actor, id)
        throw new Problem('notFound')
      }
      if (state.isHibernated) throw new Problem('projectHibernated')
      return { status: await startContent(change, state) }
    }),
})
