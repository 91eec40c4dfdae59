import { readAccessReasons } from '@lintel/contract/people/access-reasons'
import { adImport, adImportErrors } from '@lintel/contract/people/ad-import'
import { reportBrowserLocale } from '@lintel/contract/people/browser-locale'
import {
  applyChangeSet,
  cancelChangeSet,
  changeSets,
  listChangeSetRows,
  previewUndo,
  undoChangeSet,
} from '@lintel/contract/people/change-sets'
import { customerUserProfiles } from '@lintel/contract/people/customer-user-profiles'
import { readDeletionEffects } from '@lintel/contract/people/deletion-effects'
import { requestDeletion, withdrawDeletion } from '@lintel/contract/people/deletion-requests'
import { answerDeletion, listDeletionTasks, recordDeletionRequest } from '@lintel/contract/people/deletion-tasks'
import { directoryGroupAccess } from '@lintel/contract/people/directory-group-access'
import { directoryGroups } from '@lintel/contract/people/directory-groups'
import { cancelEmailChange, confirmEmailChange, requestEmailChange } from '@lintel/contract/people/email-change'
import {
  copyInvitationLink,
  invitations,
  resendInvitation,
  resendInvitationV2,
} from '@lintel/contract/people/invitations'
import { leaveProject } from '@lintel/contract/people/leave-project'
import { projectMembers } from '@lintel/contract/people/members'
import { organizations } from '@lintel/contract/people/organizations'
import { readOwnInvitation } from '@lintel/contract/people/own-invitation'
import {
  createScimGroup,
  createScimUser,
  deleteScimGroup,
  deleteScimUser,
  listScimGroups,
  listScimResourceTypes,
  listScimSchemas,
  listScimUsers,
  patchScimGroup,
  patchScimUser,
  readScimGroup,
  readScimResourceType,
  readScimSchema,
  readScimUser,
  readServiceProviderConfig,
  replaceScimGroup,
  replaceScimUser,
  searchScimGroups,
  searchScimUsers,
} from '@lintel/contract/people/scim'
import { userProfiles } from '@lintel/contract/people/user-profiles'
import { readCurrentUser, readCurrentUserV2, users } from '@lintel/contract/people/users'
import { readHome } from '@lintel/contract/projects/home'
import { deletionRequester } from '../../demo/deletion-requests'
import { type AccessRow, callRow, resourceRows, withForm } from '../access-row'
import { zipOf } from '../zip'

import {
  applied,
  directoryAccess,
  directoryGroup,
  harbour,
  invitation,
  mei,
  membership,
  nordbygg,
  own,
  planned,
  profile,
  visitors,
} from './actors'

const directory = { parameters: { customer: nordbygg } }
const ofDirectory = (id: string) => ({ parameters: { customer: nordbygg, id } })
/** The SCIM interface accepts only API tokens of the scope `scim`, no session. */
const nobodySignedIn = '401 403 401 403 403 403 403 403 403 403'
const directoryUser = { userName: 'new.directory@nordbygg.example' }

/**
 * People, organizations, memberships, invitations and bulk changes. Columns, in the order of `actors`:
 *                       anonymous guest expired-guest member admin owner customer-admin other-admin api staff
 */
export const peopleAccess: readonly AccessRow[] = [
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

  ...resourceRows(directoryGroups, 'list', '401 403 401 403 403 403 200 403 200 200', {
    filter: { customer: nordbygg },
  }),
  ...resourceRows(directoryGroups, 'read', '401 404 401 404 404 404 200 404 200 200', { id: directoryGroup }),
  ...resourceRows(directoryGroupAccess, 'list', '401 403 401 403 403 403 200 403 200 200', {
    filter: { customer: nordbygg },
  }),
  ...resourceRows(directoryGroupAccess, 'read', '401 404 401 404 404 404 200 404 200 200', { id: directoryAccess }),
  ...resourceRows(directoryGroupAccess, 'create', '401 403 401 403 403 403 201 403 403 201', {
    draft: { customer: nordbygg, group: directoryGroup, project: harbour, privilegeLevel: 10 },
  }),
  ...resourceRows(directoryGroupAccess, 'update', '401 404 401 404 404 404 200 404 403 200', {
    id: directoryAccess,
    patch: { privilegeLevel: 20 },
  }),
  ...resourceRows(directoryGroupAccess, 'remove', '401 404 401 404 404 404 204 404 403 204', { id: directoryAccess }),

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
  callRow(readServiceProviderConfig, nobodySignedIn, directory),
  callRow(listScimResourceTypes, nobodySignedIn, directory),
  callRow(readScimResourceType, nobodySignedIn, ofDirectory('User')),
  callRow(listScimSchemas, nobodySignedIn, directory),
  callRow(readScimSchema, nobodySignedIn, ofDirectory('urn:ietf:params:scim:schemas:core:2.0:User')),
  callRow(listScimUsers, nobodySignedIn, directory),
  callRow(searchScimUsers, nobodySignedIn, { ...directory, body: {} }),
  callRow(createScimUser, nobodySignedIn, { ...directory, body: directoryUser }),
  callRow(readScimUser, nobodySignedIn, ofDirectory(profile)),
  callRow(replaceScimUser, nobodySignedIn, { ...ofDirectory(profile), body: { userName: mei } }),
  callRow(patchScimUser, nobodySignedIn, {
    ...ofDirectory(profile),
    body: { operations: [{ op: 'remove', path: 'title' }] },
  }),
  callRow(deleteScimUser, nobodySignedIn, ofDirectory(profile)),
  callRow(listScimGroups, nobodySignedIn, directory),
  callRow(searchScimGroups, nobodySignedIn, { ...directory, body: {} }),
  callRow(createScimGroup, nobodySignedIn, { ...directory, body: { displayName: 'Site' } }),
  callRow(readScimGroup, nobodySignedIn, ofDirectory(directoryGroup)),
  callRow(replaceScimGroup, nobodySignedIn, { ...ofDirectory(directoryGroup), body: { displayName: 'Site' } }),
  callRow(patchScimGroup, nobodySignedIn, {
    ...ofDirectory(directoryGroup),
    body: { operations: [{ op: 'remove', path: 'members' }] },
  }),
  callRow(deleteScimGroup, nobodySignedIn, ofDirectory(directoryGroup)),
  callRow(reportBrowserLocale, '401 404 401 204 404 404 404 404 404 404', { ...own, body: { locale: 'zh-TW' } }),
  callRow(readDeletionEffects, '401 404 401 200 404 404 404 404 404 404', own),
  callRow(readOwnInvitation, '401 403 401 200 404 404 404 404 404 404', own),
  callRow(listDeletionTasks, '401 403 401 403 403 403 200 403 403 200', { query: { customer: nordbygg } }),
  callRow(listDeletionTasks, '401 403 401 403 403 403 403 403 403 200'),
  callRow(recordDeletionRequest, '401 403 401 403 403 403 403 403 403 202', {
    body: { email: mei, reason: 'She wrote to support.' },
  }),
  callRow(answerDeletion, '401 403 401 403 403 403 204 403 403 204', {
    parameters: { email: deletionRequester },
    body: { customer: nordbygg, outcome: 'refused', reason: 'The as-built models are not delivered yet.' },
  }),
  callRow(requestDeletion, '401 404 401 202 404 404 404 404 404 404', own),
  callRow(withdrawDeletion, '401 404 401 204 404 404 404 404 404 404', own),
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

  // For a project without access the list is empty; the customer's whole matrix requires read access to the customer.
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
  callRow(leaveProject, '401 403 401 204 204 409 404 404 404 404', { parameters: { id: harbour } }),
  ...resourceRows(projectMembers, 'remove', '401 403 401 403 204 204 204 404 403 204', { id: membership }),

  ...resourceRows(invitations, 'list', '401 403 401 403 403 403 200 403 403 200', { filter: { customer: nordbygg } }),
  ...resourceRows(invitations, 'list', '401 403 401 200 200 200 200 200 200 200', { filter: { project: harbour } }),
  ...resourceRows(invitations, 'read', '401 404 401 404 200 200 200 404 404 200', { id: invitation }),
  ...resourceRows(invitations, 'remove', '401 404 401 404 204 204 204 404 404 204', { id: invitation }),
  ...[resendInvitation, resendInvitationV2].map((resend) =>
    callRow(resend, '401 403 401 404 204 204 204 404 404 204', { parameters: { id: invitation } }),
  ),

  callRow(readAccessReasons, '401 403 401 404 404 404 200 404 200 200', { query: { user: mei, project: harbour } }),
  callRow(copyInvitationLink, '401 403 401 404 403 403 200 404 404 200', { parameters: { id: invitation } }),

  // 404 for the administrator of another customer: the domain belongs to this one.
  withForm(callRow(adImport, '401 403 401 403 403 403 202 404 403 202'), {
    domain: 'nordbygg.example',
    file: zipOf({ 'groups.csv': 'group\nSite crew\n' }),
  }),
  // 404 also for those who see the planned set: it is none of an import.
  withForm(callRow(adImportErrors, '401 403 401 403 403 403 404 404 403 404'), {
    planId: planned.id,
    file: zipOf({ 'groups.csv': 'group\nSite crew\n' }),
    words: JSON.stringify({ heading: 'What is wrong', reasons: {} }),
  }),
  ...resourceRows(changeSets, 'list', '401 403 401 403 403 403 200 403 403 200', { filter: { customer: nordbygg } }),
  ...resourceRows(changeSets, 'read', '401 404 401 404 404 404 200 404 404 200', { id: planned.id }),
  // Of one project: requires permission to manage its members.
  ...resourceRows(changeSets, 'create', '401 403 401 403 201 201 201 422 403 201', {
    draft: {
      kind: 'roles',
      customer: nordbygg,
      project: harbour,
      input: { cells: [{ user: mei, project: harbour, level: 15 }] },
    },
  }),
  ...resourceRows(changeSets, 'create', '401 403 401 403 403 403 201 403 403 201', {
    draft: {
      kind: 'roles',
      customer: nordbygg,
      input: { cells: [{ user: mei, project: harbour, level: 15 }] },
    },
  }),
  callRow(listChangeSetRows, '401 403 401 404 404 404 200 404 404 200', { parameters: planned }),
  callRow(applyChangeSet, '401 403 401 404 404 404 202 404 404 202', { parameters: planned }),
  callRow(cancelChangeSet, '401 403 401 404 404 404 200 404 404 200', { parameters: planned }),
  callRow(previewUndo, '401 403 401 404 404 404 200 404 404 200', { parameters: applied }),
  callRow(undoChangeSet, '401 403 401 404 404 404 202 404 404 202', { parameters: applied, body: { partial: true } }),
]
