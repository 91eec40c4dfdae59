import { customers } from '@lintel/contract/customers/customers'
import { ssoProviders } from '@lintel/contract/customers/providers'
import { exportUsersJson, exportUsersSpreadsheet } from '@lintel/contract/exchange/users-export'
import {
  changePassword,
  confirmPasswordLink,
  openPasswordLink,
  resetInvalidPassword,
  setPassword,
} from '@lintel/contract/identity/change-password'
import {
  createFederatedUser,
  findCompany,
  linkIdentity,
  listExternalIdentities,
  loginWithCode,
  matchProvider,
  readFederationSession,
  redirectToExternalLogin,
  unlinkIdentity,
  verifyFederatedEmail,
} from '@lintel/contract/identity/federation'
import { createFeedToken, feedLogin, listFeedTokens, revokeFeedToken } from '@lintel/contract/identity/feed-tokens'
import { guestLogin } from '@lintel/contract/identity/guest-login'
import { keySet } from '@lintel/contract/identity/keys'
import { login, logout, refresh } from '@lintel/contract/identity/login'
import {
  associateMfa,
  disableMfa,
  enableMfa,
  mfaStatus,
  renewRecoveryCodes,
  verifyMfa,
} from '@lintel/contract/identity/mfa'
import {
  confirmPasswordReset,
  requestPasswordReset,
  startPasswordReset,
} from '@lintel/contract/identity/password-reset'
import { endOtherSessions, endSession, endSessionsOfUser, listSessions } from '@lintel/contract/identity/sessions'
import { stepUp } from '@lintel/contract/identity/step-up'
import { runOperations, updating } from '@lintel/contract/jsonapi/operations'
import { readAccessMatrix } from '@lintel/contract/people/access-matrix'
import { readAccessWhy } from '@lintel/contract/people/access-why'
import { reportBrowserLocale } from '@lintel/contract/people/browser-locale'
import {
  applyChangeSet,
  changeSets,
  listChangeSetRows,
  previewUndo,
  undoChangeSet,
} from '@lintel/contract/people/change-sets'
import { customerUserProfiles } from '@lintel/contract/people/customer-user-profiles'
import { readDeletionEffects } from '@lintel/contract/people/deletion-effects'
import { cancelEmailChange, confirmEmailChange, requestEmailChange } from '@lintel/contract/people/email-change'
import {
  copyInvitationLink,
  invitations,
  resendInvitation,
  resendInvitationV2,
} from '@lintel/contract/people/invitations'
import { projectMembers } from '@lintel/contract/people/members'
import { organizations } from '@lintel/contract/people/organizations'
import { userProfiles } from '@lintel/contract/people/user-profiles'
import { readCurrentUser, readCurrentUserV2, users } from '@lintel/contract/people/users'
import { addFavourite, removeFavourite } from '@lintel/contract/projects/favourite-project'
import { features } from '@lintel/contract/projects/features'
import { readHome } from '@lintel/contract/projects/home'
import { openProject } from '@lintel/contract/projects/open-project'
import { readCreationProgress, retryCreation } from '@lintel/contract/projects/project-creation'
import { projectLinks } from '@lintel/contract/projects/project-links'
import { projectStats } from '@lintel/contract/projects/project-stats'
import { projectTemplates } from '@lintel/contract/projects/project-templates'
import { projects } from '@lintel/contract/projects/projects'
import { templateProjects } from '@lintel/contract/projects/template-projects'
import { auditEvents } from '@lintel/contract/settings/audit-events'
import { logFromClient } from '@lintel/contract/settings/client-log'
import { clusterConfiguration, clusterConfigurationId } from '@lintel/contract/settings/cluster-configuration'
import { listDemoPeople } from '@lintel/contract/settings/demo-people'
import { readEvents } from '@lintel/contract/settings/events'
import { registerForPush } from '@lintel/contract/settings/push'
import { listRegions } from '@lintel/contract/settings/regions'
import { followShortLink, shortenStoreLink } from '@lintel/contract/settings/short-links'
import { urls } from '@lintel/contract/settings/urls'
import { userSettings } from '@lintel/contract/settings/user-settings'
import { changeSetId } from '../demo/change-sets'
import { customerId } from '../demo/customers'
import { feedTokenId } from '../demo/feed-tokens'
import { demoId } from '../demo/ids'
import { invitationId } from '../demo/invitations'
import { personId } from '../demo/person-id'
import { projectId } from '../demo/projects'
import {
  demoAuthorize,
  demoChoose,
  demoConfiguration,
  demoKeys,
  demoLanding,
  demoLogout,
  demoToken,
} from '../src/identity/demo-provider/demo-provider.calls'
import { type AccessRow, addressRow, callRow, resourceRows, streaming } from './access-row'

const nordbygg = customerId('nordbygg')
/** Barcode Harbour, block 4: everybody below but the strangers has to do with it. */
const harbour = projectId('NB-2041')

/** Who asks, seen from Nordbygg and its project Barcode Harbour, block 4. */
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

const own = { parameters: { email: 'mei@nordbygg.example' } }
const visitors = demoId('organization', 'nordbygg/Site visitors')
const school = demoId('template', 'nordbygg/Nordbygg school')
const template = projectId('NB-T01')
const mei = 'mei@nordbygg.example'
const profile = demoId('profile', `nordbygg/${mei}`)
const invitation = invitationId('silje@nordbygg.example')
const planned = { id: changeSetId('planned') }
const applied = { id: changeSetId('applied') }
const membership = `${harbour}.${personId(mei)}`
const partner = { parameters: { stage: 'partner' } }
const wrong = { username: mei, password: 'not the password of Mei' }

/**
 * Which status each actor gets on each route. Where a list is filtered by what the actor may see, 200 says that they may
 * ask; what they find is proved beside the noun. Columns, in the order of `actors`:
 *                       nobody guest gone member admin owner customer-admin other-admin api staff
 */
export const accessMatrixOf = ({ auditEvent }: { auditEvent: string }): readonly AccessRow[] => [
  ...resourceRows(organizations, 'list', '401 403 401 403 403 403 200 403 200 200', { filter: { customer: nordbygg } }),
  ...resourceRows(organizations, 'read', '401 404 401 404 404 404 200 404 200 200', { id: visitors }),
  ...resourceRows(organizations, 'create', '401 403 401 403 403 403 201 403 403 201', {
    draft: { name: 'Vest Bygg', customer: nordbygg },
  }),
  ...resourceRows(organizations, 'update', '401 404 401 404 404 404 200 404 403 200', {
    id: visitors,
    patch: { country: 'NO' },
  }),
  ...resourceRows(organizations, 'remove', '401 404 401 404 404 404 204 404 403 204', { id: visitors }),

  ...resourceRows(users, 'list', '401 403 401 403 403 403 200 403 200 200', { filter: { customerId: nordbygg } }),
  ...resourceRows(users, 'read', '401 200 401 200 200 200 200 404 200 200', { id: mei }),
  ...resourceRows(users, 'update', '401 403 401 200 403 403 403 404 403 422', { id: mei, patch: { language: 'zh' } }),
  callRow(readCurrentUser, '401 200 401 200 200 200 200 200 200 200'),
  callRow(readCurrentUserV2, '401 200 401 200 200 200 200 200 200 200'),
  callRow(readHome, '401 200 401 200 200 200 200 200 200 200'),
  ...resourceRows(userProfiles, 'list', '401 200 401 200 200 200 200 200 200 200'),
  ...resourceRows(userProfiles, 'read', '401 404 401 200 404 404 404 404 404 404', { id: mei }),
  ...resourceRows(userProfiles, 'update', '401 404 401 200 404 404 404 404 404 404', {
    id: mei,
    patch: { title: 'Lead' },
  }),
  callRow(reportBrowserLocale, '401 404 401 204 404 404 404 404 404 404', { ...own, body: { locale: 'zh-TW' } }),
  callRow(readDeletionEffects, '401 403 401 200 404 404 404 404 404 404', own),
  callRow(requestEmailChange, '401 403 401 202 404 404 404 404 404 404', {
    ...own,
    body: { email: 'mei@elsewhere.example' },
  }),
  callRow(cancelEmailChange, '401 403 401 204 404 404 404 404 404 404', own),
  callRow(confirmEmailChange, '401 403 401 400 400 400 400 400 400 400', { body: { code: 'none' } }),
  ...resourceRows(customerUserProfiles, 'list', '401 403 401 403 403 403 200 403 200 200', {
    filter: { customer: nordbygg },
  }),
  ...resourceRows(customerUserProfiles, 'read', '401 404 401 404 404 404 200 404 200 200', { id: profile }),
  ...resourceRows(customerUserProfiles, 'create', '401 403 401 403 403 403 201 403 403 201', {
    draft: { customer: nordbygg, newUserEmail: 'new@partner.example' },
  }),
  ...resourceRows(customerUserProfiles, 'update', '401 404 401 404 404 404 200 404 403 200', {
    id: profile,
    patch: { title: 'Lead' },
  }),
  ...resourceRows(customerUserProfiles, 'remove', '401 404 401 404 404 404 204 404 403 204', { id: profile }),

  // Of a project that is not theirs people get an empty list; a customer's whole matrix is for those who read it.
  ...resourceRows(projectMembers, 'list', '401 200 401 200 200 200 200 200 200 200', { filter: { project: harbour } }),
  ...resourceRows(projectMembers, 'list', '401 403 401 403 403 403 200 403 200 200', {
    filter: { customer: nordbygg },
  }),
  ...resourceRows(projectMembers, 'read', '401 200 401 200 200 200 200 404 200 200', { id: membership }),
  ...resourceRows(projectMembers, 'create', '401 403 401 403 201 201 201 422 403 201', {
    draft: { user: 'lena@nordbygg.example', project: harbour, privilegeLevel: 10 },
  }),
  ...resourceRows(projectMembers, 'update', '401 403 401 403 200 200 200 404 403 200', {
    id: membership,
    patch: { privilegeLevel: 15 },
  }),
  ...resourceRows(projectMembers, 'remove', '401 403 401 403 204 204 204 404 403 204', { id: membership }),

  ...resourceRows(invitations, 'list', '401 403 401 403 403 403 200 403 403 200', { filter: { customer: nordbygg } }),
  ...resourceRows(invitations, 'list', '401 403 401 200 200 200 200 200 200 200', { filter: { project: harbour } }),
  ...resourceRows(invitations, 'read', '401 404 401 404 200 200 200 404 404 200', { id: invitation }),
  ...resourceRows(invitations, 'remove', '401 404 401 404 204 204 204 404 404 204', { id: invitation }),
  ...[resendInvitation, resendInvitationV2].map((resend) =>
    callRow(resend, '401 403 401 404 204 204 204 404 404 204', { parameters: { id: invitation } }),
  ),

  callRow(readAccessWhy, '401 403 401 404 404 404 200 404 200 200', { query: { user: mei, project: harbour } }),
  callRow(copyInvitationLink, '401 403 401 404 403 403 200 404 404 200', { parameters: { id: invitation } }),

  ...resourceRows(changeSets, 'list', '401 403 401 403 403 403 200 403 403 200', { filter: { customer: nordbygg } }),
  ...resourceRows(changeSets, 'read', '401 404 401 404 404 404 200 404 404 200', { id: planned.id }),
  ...resourceRows(changeSets, 'create', '401 403 401 403 403 403 201 403 403 201', {
    draft: {
      kind: 'roles',
      customer: nordbygg,
      input: { cells: [{ user: mei, project: harbour, level: 15 }] },
    },
  }),
  callRow(listChangeSetRows, '401 403 401 404 404 404 200 404 404 200', { parameters: planned }),
  callRow(applyChangeSet, '401 403 401 404 404 404 202 404 404 202', { parameters: planned }),
  callRow(previewUndo, '401 403 401 404 404 404 200 404 404 200', { parameters: applied }),
  callRow(undoChangeSet, '401 403 401 404 404 404 202 404 404 202', { parameters: applied, body: { partial: true } }),

  ...resourceRows(customers, 'list', '401 200 401 200 200 200 200 200 200 200'),
  ...resourceRows(customers, 'read', '401 404 401 404 404 404 200 404 200 200', { id: nordbygg }),
  ...resourceRows(customers, 'create', '401 403 401 403 403 403 403 403 403 201', { draft: { name: 'Vestbygg AS' } }),
  ...resourceRows(customers, 'update', '401 404 401 404 404 404 403 404 403 200', {
    id: nordbygg,
    patch: { name: 'Nord' },
  }),
  // Nordbygg has projects, which keeps staff from removing it, and nobody else gets that far.
  ...resourceRows(customers, 'remove', '401 404 401 404 404 404 403 404 403 409', { id: nordbygg }),

  // Public: the sign-in screen shows them.
  ...resourceRows(ssoProviders, 'list', '200 200 401 200 200 200 200 200 200 200'),
  ...resourceRows(ssoProviders, 'read', '200 200 401 200 200 200 200 200 200 200', { id: 'partnerengineering' }),
  ...resourceRows(ssoProviders, 'create', '401 403 401 403 403 403 403 403 403 201', {
    draft: { id: 'vestbygg', name: 'Vestbygg' },
  }),
  ...resourceRows(ssoProviders, 'update', '401 403 401 403 403 403 403 403 403 200', {
    id: 'partnerengineering',
    patch: { name: 'Partner' },
  }),
  // A project uses it: as above.
  ...resourceRows(ssoProviders, 'remove', '401 403 401 403 403 403 403 403 403 409', { id: 'partnerengineering' }),

  ...resourceRows(features, 'list', '401 200 401 200 200 200 200 200 200 200'),
  ...resourceRows(features, 'read', '401 200 401 200 200 200 200 200 200 200', { id: 'CHECKLISTS' }),

  ...resourceRows(projects, 'list', '401 200 401 200 200 200 200 200 200 200'),
  ...resourceRows(projects, 'read', '401 200 401 200 200 200 200 404 200 200', { id: harbour }),
  ...resourceRows(projects, 'create', '401 403 401 201 201 201 201 201 201 201', {
    draft: { name: 'Garden shed' },
  }),
  ...resourceRows(projects, 'update', '401 403 401 403 200 200 200 404 403 200', {
    id: harbour,
    patch: { description: 'Nine floors' },
  }),
  ...resourceRows(projects, 'remove', '401 403 401 403 403 204 204 404 403 204', { id: harbour }),
  callRow(exportUsersSpreadsheet, '401 403 401 403 403 403 200 403 200 200', { query: { customer: nordbygg } }),
  callRow(exportUsersJson, '401 403 401 403 403 403 200 403 200 200', { query: { customer: nordbygg } }),
  callRow(runOperations, '401 404 401 404 404 404 200 404 403 200', {
    body: { 'atomic:operations': [updating(organizations, visitors, { country: 'NO' })] },
  }),
  streaming(callRow(readEvents, '401 403 401 403 403 403 200 403 200 200', { query: { customer: nordbygg } })),
  callRow(readAccessMatrix, '401 403 401 403 403 403 200 403 200 200', { parameters: { customer: nordbygg } }),
  callRow(openProject, '401 204 401 204 204 204 204 404 204 204', { parameters: { id: harbour } }),

  callRow(addFavourite, '401 204 401 204 204 204 204 404 404 404', { parameters: { id: harbour } }),
  callRow(removeFavourite, '401 204 401 204 204 204 204 404 404 404', { parameters: { id: harbour } }),
  callRow(readCreationProgress, '401 200 401 200 200 200 200 404 200 200', { parameters: { id: harbour } }),
  callRow(retryCreation, '401 403 401 403 202 202 202 404 403 202', { parameters: { id: harbour } }),

  ...resourceRows(projectLinks, 'list', '401 200 401 200 200 200 200 200 200 200'),
  ...resourceRows(projectLinks, 'read', '401 200 401 200 200 200 200 404 404 404', { id: harbour }),
  ...resourceRows(projectStats, 'list', '401 200 401 200 200 200 200 200 200 200'),
  ...resourceRows(projectStats, 'read', '401 200 401 200 200 200 200 404 200 200', { id: harbour }),

  ...resourceRows(templateProjects, 'list', '401 403 401 200 200 200 200 200 200 200'),
  ...resourceRows(templateProjects, 'read', '401 404 401 200 200 200 200 404 200 200', { id: template }),
  ...resourceRows(projectTemplates, 'list', '401 403 401 200 200 200 200 200 200 200'),
  ...resourceRows(projectTemplates, 'read', '401 404 401 200 200 200 200 404 200 200', { id: school }),
  ...resourceRows(projectTemplates, 'create', '401 403 401 403 403 403 201 403 403 201', {
    draft: { name: 'Garden shed', customer: nordbygg },
  }),
  ...resourceRows(projectTemplates, 'update', '401 404 401 403 403 403 200 404 403 200', {
    id: school,
    patch: { name: 'Nordbygg schools' },
  }),
  ...resourceRows(projectTemplates, 'remove', '401 404 401 403 403 403 204 404 403 204', { id: school }),

  ...resourceRows(clusterConfiguration, 'read', '200 200 401 200 200 200 200 200 200 200'),
  ...resourceRows(clusterConfiguration, 'read', '200 200 401 200 200 200 200 200 200 200', {
    id: clusterConfigurationId,
  }),
  ...resourceRows(urls, 'read', '401 200 401 200 200 200 200 200 200 200', { id: 'HELP' }),
  // Everybody has their own settings; anna's are hers alone.
  ...resourceRows(userSettings, 'list', '401 403 401 200 200 200 200 200 200 200'),
  ...resourceRows(userSettings, 'create', '401 403 401 201 201 201 201 201 201 201', {
    draft: { id: 'dashboard-order', schemaVersion: 1, value: { propertyName: 'name', ascending: true } },
  }),
  ...resourceRows(userSettings, 'read', '401 404 401 404 404 404 404 404 404 404', { id: 'projects' }),
  ...resourceRows(userSettings, 'update', '401 404 401 404 404 404 404 404 404 404', {
    id: 'projects',
    patch: { value: { columns: [] } },
  }),
  ...resourceRows(userSettings, 'remove', '401 404 401 404 404 404 404 404 404 404', { id: 'projects' }),
  callRow(registerForPush, '401 204 401 204 204 204 204 204 204 204', { body: { Token: 'abc', DeviceType: 'ios' } }),
  // No store is configured here.
  callRow(shortenStoreLink, '404 404 404 404 404 404 404 404 404 404', { body: { target: 'ios' } }),
  callRow(followShortLink, '404 404 404 404 404 404 404 404 404 404', { parameters: { key: 'NOWHERE1' } }),

  ...resourceRows(auditEvents, 'list', '401 403 401 403 403 403 200 403 403 200', { filter: { customer: nordbygg } }),
  ...resourceRows(auditEvents, 'read', '401 404 401 404 404 404 200 404 404 200', { id: auditEvent }),

  // In front of the sign-in everybody is the same: what is typed decides, not who types.
  callRow(listDemoPeople, '200 200 200 200 200 200 200 200 200 200'),
  callRow(listRegions, '200 200 200 200 200 200 200 200 200 200'),
  callRow(logFromClient, '204 204 204 204 204 204 204 204 204 204', { body: { event: 'error', message: 'It broke' } }),
  ...(['/healthz', '/readyz', '/metrics', '/openapi.json', '/api-docs'] as const).map((path) =>
    addressRow(`GET ${path}`, '200 200 200 200 200 200 200 200 200 200'),
  ),
  addressRow('GET /dev/outbox', '200 200 401 200 200 200 200 200 200 200'),
  callRow(login, '401 401 401 401 401 401 401 401 401 401', { body: wrong }),
  callRow(feedLogin, '401 401 401 401 401 401 401 401 401 401', { body: wrong }),
  callRow(refresh, '401 401 401 401 401 401 401 401 401 401', { body: { refreshToken: 'none' } }),
  callRow(logout, '204 204 204 204 204 204 204 204 204 204', { body: {} }),
  callRow(verifyMfa, '401 401 401 401 401 401 401 401 401 401', {
    body: { session: 'none', username: wrong.username, code: '1' },
  }),
  callRow(resetInvalidPassword, '401 401 401 401 401 401 401 401 401 401', {
    body: { username: wrong.username, oldPassword: wrong.password, newPassword: 'a sentence nobody knows' },
  }),
  callRow(requestPasswordReset, '202 202 202 202 202 202 202 202 202 202', { body: { username: mei } }),
  callRow(confirmPasswordReset, '400 400 400 400 400 400 400 400 400 400', {
    body: { username: mei, code: 'AAAAAAAAAA', newPassword: 'a sentence nobody knows' },
  }),
  callRow(openPasswordLink, '302 302 302 302 302 302 302 302 302 302', { parameters: { id: 'none' } }),
  callRow(confirmPasswordLink, '303 303 303 303 303 303 303 303 303 303', { parameters: { id: 'none' } }),
  callRow(guestLogin, '401 401 401 401 401 401 401 401 401 401', { parameters: { id: 'none' }, body: {} }),
  callRow(redirectToExternalLogin, '400 400 400 400 400 400 400 400 400 400', { query: { provider: 'nowhere' } }),
  callRow(loginWithCode, '400 400 400 400 400 400 400 400 400 400', {
    body: { authorizationCode: 'none', provider: 'nowhere' },
  }),
  callRow(createFederatedUser, '400 400 400 400 400 400 400 400 400 400', {
    body: { Provider: 'partnerengineering', ProposedUsername: mei, RefreshToken: 'none' },
  }),
  callRow(verifyFederatedEmail, '400 400 400 400 400 400 400 400 400 400', { body: { code: 'none' } }),
  callRow(linkIdentity, '400 400 401 400 400 400 400 400 400 400', {
    body: { provider: 'partnerengineering', refreshToken: 'none', ...wrong },
  }),
  callRow(linkIdentity, '401 403 401 400 400 400 400 400 400 403', {
    body: { authorizationCode: 'none', provider: 'partnerengineering', state: 'none' },
  }),
  callRow(matchProvider, '200 200 200 200 200 200 200 200 200 200', { body: { email: mei } }),
  callRow(findCompany, '404 404 404 404 404 404 404 404 404 404', { body: { companyId: 'nowhere' } }),
  callRow(demoConfiguration, '200 200 200 200 200 200 200 200 200 200', partner),
  callRow(demoKeys, '200 200 200 200 200 200 200 200 200 200', partner),
  callRow(demoAuthorize, '400 400 400 400 400 400 400 400 400 400', partner),
  callRow(demoChoose, '400 400 400 400 400 400 400 400 400 400', partner),
  callRow(demoToken, '422 422 422 422 422 422 422 422 422 422', {
    ...partner,
    body: { code: 'none', code_verifier: 'none', redirect_uri: 'none' },
  }),
  callRow(demoLogout, '200 200 200 200 200 200 200 200 200 200', partner),
  callRow(demoLanding, '200 200 200 200 200 200 200 200 200 200', partner),
  callRow(keySet, '200 200 200 200 200 200 200 200 200 200'),

  // About oneself.
  callRow(mfaStatus, '401 200 401 200 200 200 200 200 200 200'),
  // An access token is wanted as well, of the same session: nobody here has one.
  callRow(associateMfa, '401 403 401 401 401 401 401 401 401 401', { body: { accessToken: 'none' } }),
  callRow(enableMfa, '401 403 401 401 401 401 401 401 401 401', { body: { accessToken: 'none', code: '000000' } }),
  callRow(disableMfa, '401 403 401 401 401 401 401 401 401 401', { body: { accessToken: 'none', code: '000000' } }),
  callRow(renewRecoveryCodes, '401 403 401 401 401 401 401 401 401 401', { body: { accessToken: 'none' } }),
  callRow(stepUp, '401 401 401 401 401 401 401 401 401 401', {
    body: { accessToken: 'none', password: wrong.password },
  }),
  callRow(readFederationSession, '401 200 401 200 200 200 200 200 200 200'),
  callRow(listExternalIdentities, '401 403 401 200 200 200 200 200 200 200'),
  callRow(unlinkIdentity, '401 403 401 404 404 404 404 404 404 404', {
    parameters: { id: demoId('identity', 'runar.sto') },
  }),
  callRow(listSessions, '401 200 401 200 200 200 200 200 200 200'),
  callRow(endSessionsOfUser, '401 403 401 403 403 403 204 404 403 204', { parameters: { email: mei } }),
  callRow(startPasswordReset, '401 403 401 403 403 403 202 404 403 202', { parameters: { user: mei } }),
  callRow(endOtherSessions, '401 204 401 204 204 204 204 204 204 204'),
  callRow(endSession, '401 404 401 404 404 404 404 404 404 404', {
    parameters: { id: demoId('session', 'of nobody') },
  }),
  callRow(listFeedTokens, '401 403 401 200 200 200 200 200 200 200'),
  // Nobody here chose to stay signed in.
  callRow(createFeedToken, '401 403 401 403 403 403 403 403 403 403', { body: { customer: nordbygg } }),
  callRow(revokeFeedToken, '401 403 401 404 404 404 404 404 204 404', { parameters: { id: feedTokenId } }),
  callRow(changePassword, '401 401 401 401 401 401 401 401 401 401', {
    body: { accessToken: 'none', oldPassword: wrong.password, newPassword: 'a sentence nobody knows' },
  }),
  callRow(setPassword, '401 403 401 403 403 403 403 403 403 403', {
    parameters: { email: 'nina@nordbygg.example' },
    body: { password: 'a sentence nobody knows' },
  }),
]
