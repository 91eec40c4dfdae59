import { jsonApiMediaType, toRequest } from '@lintel/contract/jsonapi/document'
import { address } from '@lintel/contract/jsonapi/query'
import { type ProjectMember, type ProjectMemberPatch, projectMembers } from '@lintel/contract/people/members'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { send } from '../../api/send'

/** Adds somebody to a project. Fails like `send`. */
export const addMember = (user: string, project: string, terms: ProjectMemberPatch): Promise<unknown> =>
  send({
    method: 'POST',
    address: projectMembers.path,
    body: toRequest(projectMembers, { user, project, ...terms }),
    mediaType: jsonApiMediaType,
  })

/** Changes the version of a membership that the person saw; role 0 removes it. Fails like `send`. */
export function changeMember(
  member: Pick<ProjectMember, 'id' | 'version'>,
  patch: ProjectMemberPatch,
): Promise<unknown> {
  const isEnd = patch.privilegeLevel === privilegeLevel.inactive
  return send({
    method: isEnd ? 'DELETE' : 'PATCH',
    address: address(projectMembers, member.id),
    ifMatch: member.version,
    mediaType: jsonApiMediaType,
    ...(!isEnd && { body: toRequest(projectMembers, patch, member.id) }),
  })
}
