import { createApiToken, listApiTokens, revokeApiToken } from '@lintel/contract/identity/api-tokens'
import {
  changePassword,
  confirmPasswordLink,
  openPasswordLink,
  resetInvalidPassword,
  setPassword,
} from '@lintel/contract/identity/change-password'
import {
  createDisplayToken,
  listDisplayTokens,
  openDisplay,
  revokeDisplayToken,
} from '@lintel/contract/identity/display-tokens'
import { recordEmailProof, requestEmailProof } from '@lintel/contract/identity/email-proof'
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
import { readKeySet } from '@lintel/contract/identity/keys'
import { login, logout, readNoScriptPage, refresh } from '@lintel/contract/identity/login'
import {
  associateMfa,
  disableMfa,
  enableMfa,
  readMfaStatus,
  removeSecondFactor,
  renewRecoveryCodes,
  verifyMfa,
} from '@lintel/contract/identity/mfa'
import {
  addPasskey,
  beginPasskey,
  challengePasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
} from '@lintel/contract/identity/passkeys'
import {
  confirmPasswordReset,
  requestPasswordReset,
  startPasswordReset,
} from '@lintel/contract/identity/password-reset'
import {
  beginSetupTest,
  createSetupLink,
  discoverForSetup,
  endSetupTest,
  handOverProviderSetup,
  openProviderSetup,
  readSetupLink,
  revokeSetupLink,
  saveProviderSetup,
} from '@lintel/contract/identity/provider-setup'
import { beginProviderTest, discoverIssuer, endProviderTest } from '@lintel/contract/identity/provider-tests'
import { register } from '@lintel/contract/identity/registration'
import { endOtherSessions, endSession, endSessionsOfUser, listSessions } from '@lintel/contract/identity/sessions'
import { stepUp } from '@lintel/contract/identity/step-up'
import { readWall, readWallFigures, readWallImage } from '@lintel/contract/projects/wall'
import { logFromClient } from '@lintel/contract/settings/client-log'
import { listDemoPeople } from '@lintel/contract/settings/demo-people'
import { listRegions } from '@lintel/contract/settings/regions'
import { apiTokenId } from '../../demo/api-tokens'
import { demoId } from '../../demo/demo-id'
import { displayTokenId } from '../../demo/display-tokens'
import { feedTokenId } from '../../demo/feed-tokens'
import { demoSetupSecret } from '../../demo/providers'
import {
  demoAuthorize,
  demoChoose,
  demoConfiguration,
  demoKeys,
  demoLanding,
  demoLogout,
  demoToken,
} from '../../src/identity/demo-provider/demo-provider.calls'
import { type AccessRow, addressRow, callRow } from '../access-row'

import { mei, nordbygg, partner, wrongCredentials } from './actors'

const nextMonth = new Date(Date.now() + 30 * 86_400_000).toISOString()

const setupLink = { parameters: { provider: 'vestkraft' } }
const setupSecret = { secret: demoSetupSecret }
const passkey = { id: 'none', rawId: 'none', type: 'public-key' as const, clientExtensionResults: {} }
const attestation = { clientDataJSON: 'none', attestationObject: 'none' }
const assertion = { clientDataJSON: 'none', authenticatorData: 'none', signature: 'none' }
const unknownPasskey = { parameters: { id: demoId('passkey', 'of nobody') } }
const connection = {
  ...{ version: 1, issuer: 'https://login.vestkraft.example', clientId: 'lintel' },
  clientAuthentication: 'automatic' as const,
}

/**
 * Sign-in, and the management of the actor's own sign-in methods. Columns, in the order of `actors`:
 *                       anonymous guest expired-guest member admin owner customer-admin other-admin api staff
 */
export const signInAccess: readonly AccessRow[] = [
  // Before sign-in the result depends on the credentials entered, not on the actor.
  callRow(listDemoPeople, '200 200 200 200 200 200 200 200 200 200'),
  callRow(listRegions, '200 200 200 200 200 200 200 200 200 200'),
  callRow(logFromClient, '204 204 204 204 204 204 204 204 204 204', { body: { event: 'error', message: 'It broke' } }),
  ...(['/healthz', '/readyz', '/metrics', '/openapi.json', '/api-docs'] as const).map((path) =>
    addressRow(`GET ${path}`, '200 200 200 200 200 200 200 200 200 200'),
  ),
  addressRow('GET /dev/outbox', '200 200 401 200 200 200 200 200 200 200'),
  callRow(login, '401 401 401 401 401 401 401 401 401 401', { body: wrongCredentials }),
  callRow(feedLogin, '401 401 401 401 401 401 401 401 401 401', { body: wrongCredentials }),
  callRow(refresh, '401 401 401 401 401 401 401 401 401 401', { body: { refreshToken: 'none' } }),
  callRow(readNoScriptPage, '200 200 200 200 200 200 200 200 200 200'),
  callRow(logout, '204 204 204 204 204 204 204 204 204 204', { body: {} }),
  callRow(verifyMfa, '401 401 401 401 401 401 401 401 401 401', {
    body: { session: 'none', username: wrongCredentials.username, code: '1' },
  }),
  callRow(resetInvalidPassword, '401 401 401 401 401 401 401 401 401 401', {
    body: {
      username: wrongCredentials.username,
      oldPassword: wrongCredentials.password,
      newPassword: 'a sentence nobody knows',
    },
  }),
  callRow(requestPasswordReset, '202 202 202 202 202 202 202 202 202 202', { body: { username: mei } }),
  callRow(register, '202 202 202 202 202 202 202 202 202 202', { body: { email: 'new@person.example', locale: 'nb' } }),
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
    body: { provider: 'partnerengineering', refreshToken: 'none', ...wrongCredentials },
  }),
  callRow(linkIdentity, '401 403 401 400 400 400 400 400 400 403', {
    body: { authorizationCode: 'none', provider: 'partnerengineering', state: 'none' },
  }),
  callRow(matchProvider, '200 200 200 200 200 200 200 200 200 200', { body: { email: mei } }),
  callRow(findCompany, '404 404 404 404 404 404 404 404 404 404', { body: { companyId: 'nowhere' } }),

  // Provider setup: for staff, and with the secret of a setup link.
  callRow(discoverIssuer, '401 403 401 403 403 403 403 403 403 200', { body: { issuer: 'https://10.0.0.1' } }),
  callRow(beginProviderTest, '401 403 401 403 403 403 403 403 403 200', { body: { provider: 'vestkraft' } }),
  callRow(endProviderTest, '401 403 401 403 403 403 403 403 403 200', {
    body: { provider: 'vestkraft', ticket: 'none' },
  }),
  callRow(readSetupLink, '401 403 401 403 403 403 403 403 403 200', setupLink),
  callRow(createSetupLink, '401 403 401 403 403 403 403 403 403 201', { ...setupLink, body: { days: 7 } }),
  callRow(revokeSetupLink, '401 403 401 403 403 403 403 403 403 204', setupLink),
  callRow(openProviderSetup, '200 200 200 200 200 200 200 200 200 200', { body: setupSecret }),
  callRow(openProviderSetup, '404 404 404 404 404 404 404 404 404 404', { body: { secret: 'none' } }),
  callRow(saveProviderSetup, '200 200 200 200 200 200 200 200 200 200', {
    body: { ...setupSecret, ...connection },
  }),
  callRow(saveProviderSetup, '404 404 404 404 404 404 404 404 404 404', { body: { secret: 'none', ...connection } }),
  callRow(discoverForSetup, '200 200 200 200 200 200 200 200 200 200', {
    body: { ...setupSecret, issuer: 'https://10.0.0.1' },
  }),
  callRow(discoverForSetup, '404 404 404 404 404 404 404 404 404 404', {
    body: { secret: 'none', issuer: 'https://10.0.0.1' },
  }),
  callRow(beginSetupTest, '200 200 200 200 200 200 200 200 200 200', { body: setupSecret }),
  callRow(beginSetupTest, '404 404 404 404 404 404 404 404 404 404', { body: { secret: 'none' } }),
  callRow(endSetupTest, '200 200 200 200 200 200 200 200 200 200', { body: { ...setupSecret, ticket: 'none' } }),
  callRow(endSetupTest, '404 404 404 404 404 404 404 404 404 404', { body: { secret: 'none', ticket: 'none' } }),
  callRow(handOverProviderSetup, '200 200 200 200 200 200 200 200 200 200', { body: setupSecret }),
  callRow(handOverProviderSetup, '404 404 404 404 404 404 404 404 404 404', { body: { secret: 'none' } }),

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
  callRow(readKeySet, '200 200 200 200 200 200 200 200 200 200'),

  // The actor's own account.
  callRow(readMfaStatus, '401 200 401 200 200 200 200 200 200 200'),
  // These also require an access token of the same session, which no actor here has.
  callRow(associateMfa, '401 403 401 401 401 401 401 401 401 401', { body: { accessToken: 'none' } }),
  callRow(enableMfa, '401 403 401 401 401 401 401 401 401 401', { body: { accessToken: 'none', code: '000000' } }),
  callRow(disableMfa, '401 403 401 401 401 401 401 401 401 401', { body: { accessToken: 'none', code: '000000' } }),
  callRow(renewRecoveryCodes, '401 403 401 401 401 401 401 401 401 401', { body: { accessToken: 'none' } }),
  callRow(listPasskeys, '401 403 401 200 200 200 200 200 200 200'),
  callRow(beginPasskey, '401 403 401 401 401 401 401 401 401 401', { body: { accessToken: 'none' } }),
  callRow(addPasskey, '401 403 401 401 401 401 401 401 401 401', {
    body: { accessToken: 'none', name: 'Phone', response: { ...passkey, response: attestation } },
  }),
  callRow(renamePasskey, '401 403 401 404 404 404 404 404 404 404', { ...unknownPasskey, body: { name: 'Phone' } }),
  callRow(removePasskey, '401 403 401 404 404 404 404 404 404 404', unknownPasskey),
  callRow(challengePasskey, '200 200 200 200 200 200 200 200 200 200', { body: {} }),
  callRow(signInWithPasskey, '401 401 401 401 401 401 401 401 401 401', {
    body: { response: { ...passkey, response: assertion } },
  }),
  callRow(stepUp, '401 401 401 401 401 401 401 401 401 401', {
    body: { accessToken: 'none', password: wrongCredentials.password },
  }),
  callRow(readFederationSession, '401 200 401 200 200 200 200 200 200 200'),
  callRow(listExternalIdentities, '401 403 401 200 200 200 200 200 200 200'),
  callRow(unlinkIdentity, '401 403 401 404 404 404 404 404 404 404', {
    parameters: { id: demoId('identity', 'runar.sto') },
  }),
  callRow(requestEmailProof, '401 403 401 202 202 202 202 202 202 202'),
  callRow(recordEmailProof, '401 403 401 403 403 403 403 403 403 204', { parameters: { email: mei } }),
  callRow(listSessions, '401 200 401 200 200 200 200 200 200 200'),
  callRow(endSessionsOfUser, '401 403 401 403 403 403 204 404 403 204', { parameters: { email: mei } }),
  callRow(startPasswordReset, '401 403 401 403 403 403 202 404 403 202', { parameters: { user: mei } }),
  callRow(removeSecondFactor, '401 403 401 403 403 403 403 403 403 204', { parameters: { user: 'hiro@kozo.example' } }),
  callRow(endOtherSessions, '401 204 401 204 204 204 204 204 204 204'),
  callRow(endSession, '401 404 401 404 404 404 404 404 404 404', {
    parameters: { id: demoId('session', 'of nobody') },
  }),
  callRow(listFeedTokens, '401 403 401 200 200 200 200 200 200 200'),
  // Requires a session with `rememberMe`, which no actor here has.
  callRow(createFeedToken, '401 403 401 403 403 403 403 403 403 403', { body: { customer: nordbygg } }),
  callRow(revokeFeedToken, '401 403 401 404 404 404 404 404 204 404', { parameters: { id: feedTokenId } }),
  callRow(listApiTokens, '401 403 401 403 403 403 200 200 403 200'),
  callRow(listApiTokens, '401 403 401 403 403 403 200 403 403 200', { query: { customer: nordbygg } }),
  callRow(createApiToken, '401 403 401 403 403 403 201 422 403 201', {
    body: { apiUser: 'reports@nordbygg.example', scopes: ['read'], expiresAt: nextMonth },
  }),
  callRow(revokeApiToken, '401 403 401 403 403 403 204 404 403 204', { parameters: { id: apiTokenId } }),
  callRow(listDisplayTokens, '401 403 401 403 403 403 200 403 403 200', { query: { customer: nordbygg } }),
  callRow(createDisplayToken, '401 403 401 403 403 403 201 403 403 201', {
    body: { customer: nordbygg, name: 'Canteen' },
  }),
  callRow(revokeDisplayToken, '401 403 401 403 403 403 204 404 403 204', { parameters: { id: displayTokenId } }),
  // A wall authenticates by the cookie of its display token, which no actor here has.
  callRow(openDisplay, '401 401 401 401 401 401 401 401 401 401', { body: { token: wrongCredentials.password } }),
  callRow(readWall, '401 401 401 401 401 401 401 401 401 401'),
  callRow(readWallFigures, '401 401 401 401 401 401 401 401 401 401', { body: { widgets: ['none'] } }),
  callRow(readWallImage, '401 401 401 401 401 401 401 401 401 401', { parameters: { id: 'none' } }),
  callRow(changePassword, '401 401 401 401 401 401 401 401 401 401', {
    body: { accessToken: 'none', oldPassword: wrongCredentials.password, newPassword: 'a sentence nobody knows' },
  }),
  callRow(setPassword, '401 403 401 403 403 403 403 403 403 403', {
    parameters: { email: 'nina@nordbygg.example' },
    body: { password: 'a sentence nobody knows' },
  }),
]
