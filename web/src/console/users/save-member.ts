import { type JsonApiDocument, jsonApiMediaType, toRecord, toRequest } from '@lintel/contract/jsonapi/document'
import { address, listAddress } from '@lintel/contract/jsonapi/query'
import { type ProjectMember, type ProjectMemberPatch, projectMembers } from '@lintel/contract/people/members'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { send } from '../../api/send'

/** The membership of somebody in a project, as it is now. Fails like `send`. */
export async function findMember(user: string, project: string): Promise<ProjectMember | undefined> {
  const from = listAddress(projectMembers, { filter: { project, user }, page: { size: 1 } })
  const { data } = (await send({ method: 'GET', address: from, mediaType: jsonApiMediaType })) as JsonApiDocument
  const [object] = [data ?? []].flat()
  // Our own server's answer: its shape is tested there against the same declaration.
  return object && (toRecord(object) as unknown as ProjectMember)
}

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
