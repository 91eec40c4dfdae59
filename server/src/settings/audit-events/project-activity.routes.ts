import { isFullUser } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { readProjectActivity } from '@lintel/contract/projects/project-activity'
import { personOf } from '../../identity/signed-in'
import { answer } from '../../platform/answer'
import { assertLoginMethod } from '../../projects/projects/project-rights.store'
import { activityOf } from './project-activity.store'

/** The activity of a project, for its owners and administrators; the audit log itself is for administrators of the customer. */
export const projectActivityRoute = answer(readProjectActivity, {
  may: isFullUser,
  async run(context, { parameters: { id } }) {
    const actor = personOf(context)
    const events = await activityOf(context.db, actor, id)
    if (events) return { events }
    await assertLoginMethod(context.db, actor, id)
    throw new Problem('notFound')
  },
})
