import { changeSetId } from '../../demo/change-sets'
import { customerId } from '../../demo/customers'
import { demoId } from '../../demo/demo-id'
import { directoryGroupAccessId, directoryGroupId } from '../../demo/directory-groups'
import { invitationId } from '../../demo/invitations'
import { personId } from '../../demo/person-id'
import { projectId } from '../../demo/projects'

export const nordbygg = customerId('nordbygg')
export const eiendom = customerId('eiendom')
/** Barcode Harbour, block 4: every actor below except the outsiders has access to it. */
export const harbour = projectId('NB-2041')

/** The actors of the matrix, in relation to Nordbygg and its project Barcode Harbour, block 4. */
export const actors = [
  { is: 'anonymous' },
  { is: 'guest', email: 'guest@partner.example', guestOf: harbour },
  { is: 'expired guest', email: 'yara@partner.example', guestOf: projectId('NB-2103') },
  { is: 'member', email: 'mei@nordbygg.example' },
  { is: 'project admin', email: 'kari@nordbygg.example' },
  { is: 'owner', email: 'ola@nordbygg.example' },
  { is: 'customer administrator', email: 'astrid@nordbygg.example' },
  { is: 'administrator of another customer', email: 'gro@fjellbane.example' },
  { is: 'API user', email: 'reports@nordbygg.example' },
  { is: 'staff', email: 'staff@lintel.example' },
] as const

export const own = { parameters: { email: 'mei@nordbygg.example' } }
export const visitors = demoId('organization', 'nordbygg/Site visitors')
export const school = demoId('template', 'nordbygg/Nordbygg school')
export const domain = demoId('domain', 'nordbygg.example')
export const pendingDomain = demoId('domain', 'nordbygg-drift.example')
export const template = projectId('NB-T01')
export const mei = 'mei@nordbygg.example'
export const profile = demoId('profile', `nordbygg/${mei}`)
export const directoryAccess = directoryGroupAccessId('BIM coordinators')
export const directoryGroup = directoryGroupId('BIM coordinators')
export const invitation = invitationId('silje@nordbygg.example')
export const planned = { id: changeSetId('planned') }
export const applied = { id: changeSetId('applied') }
export const membership = `${harbour}.${personId(mei)}`
export const partner = { parameters: { stage: 'partner' } }
export const wrongCredentials = { username: mei, password: 'not the password of Mei' }
