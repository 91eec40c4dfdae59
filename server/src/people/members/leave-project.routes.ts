import { leaveProject } from '@lintel/contract/people/leave-project'
import { projectMembers } from '@lintel/contract/people/members'
import { isFullUser } from '@lintel/contract/people/permissions'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { Problem } from '@lintel/contract/problems'
import { personOf } from '../../identity/signed-in'
import { answer } from '../../platform/answer'
import { assertLoginMethod } from '../../projects/projects/project-rights.store'
import { withdrawInvitations } from '../invitations/invite'
import { deleteMembership, lockOwnMembership } from './change-members.store'

/** Members may leave a project; the owner must transfer ownership first. */
export const leaveProjectRoute = answer(leaveProject, {
  may: isFullUser,
  run: (context, { parameters: { id } }) => {
    const actor = personOf(context)
    return context.change(async (change) => {
      const own = await lockOwnMembership(change.db, actor, id)
      if (!own) {
        await assertLoginMethod(change.db, actor, id)
        throw new Problem('notFound')
      }
      if (own.level === privilegeLevel.owner) throw new Problem('ownerRequired')
      const member = { project: id, user: actor.id }
      await deleteMembership(change.db, member)
      await withdrawInvitations(change, member)
      change.audit({
        action: 'project-members.leave',
        customer: own.customer,
        target: { type: projectMembers.type, id: `${id}.${actor.id}` },
        before: { privilegeLevel: own.level },
      })
    })
  },
})
