import { isNoGuest } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { readProjectActivity } from '@lintel/contract/projects/project-activity'
import { personOf } from '../../identity/signed-in'
import { answer } from '../../platform/answer'
import { refuseLoginMethod } from '../../projects/projects/project-rights.store'
import { activityOf } from './project-activity.store'

/** Owners and administrators read what happened in their project; the audit log itself is the customer's administrators'. */
export const projectActivityRoute = answer(readProjectActivity, {
  may: isNoGuest,
  async run(context, { parameters: { id } }) {
    const actor = personOf(context)
    const events = await activityOf(context.db, actor, id)
    if (events) return { events }
    await refuseLoginMethod(context.db, actor, id)
    throw new Problem('notFound')
  },
})
