import { jsonApiMediaType, toRequest } from '@lintel/contract/jsonapi/document'
import { type ProjectMemberPatch, projectMembers } from '@lintel/contract/people/members'
import { send } from '../../api/send'

/** Adds somebody to a project. Fails like `send`. */
export const addMember = (user: string, project: string, terms: ProjectMemberPatch): Promise<unknown> =>
  send({
    method: 'POST',
    address: projectMembers.path,
    body: toRequest(projectMembers, { user, project, ...terms }),
    mediaType: jsonApiMediaType,
  })
