import { type addPasskey, maxPasskeys, type Passkey } from '@lintel/contract/identity/passkeys'
import { passkeySeconds } from '@lintel/contract/identity/waits'
import type { CallInput } from '@lintel/contract/jsonapi/call'
import type { Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import type { FastifyReply } from 'fastify'
import { uuidv7 } from 'uuidv7'
import { instantOf } from '../../platform/clock'
import type { Context } from '../../platform/context'
import { isUuid } from '../../platform/rows'
import { lockAccount } from '../account.store'
import type { IdentityServices } from '../identity-services'
import { afterFactorChange } from '../mfa/after-factor-change'
import { lockSession } from '../sessions/sessions.store'
import { requireFactorProof } from '../step-up/factor-proof'
import { spendChallenge, storeChallenge } from './challenges'
import {
  credentialIdsOf,
  insertPasskey,
  lockAndCountPasskeys,
  type NewPasskey,
  removeOwn,
  renameOwn,
} from './passkeys.store'
import { type RelyingParty, relyingParty } from './relying-party'
import { userHandleOf } from './verify-assertion'
import { webauthn } from './webauthn'

const timeout = passkeySeconds * 1_000

/** Options to register a passkey: discoverable, with user verification (security C10). */
export async function beginRegistration(context: Context, reply: FastifyReply, actor: Person) {
  await requireFactorProof(context, actor)
  const party = partyOf(context)
  const { generateRegistrationOptions } = await webauthn()
  const options = await generateRegistrationOptions({
    rpName: 'Lintel',
    rpID: party.id,
    userID: new Uint8Array(userHandleOf(actor.id)),
    userName: actor.email,
    userDisplayName: actor.email,
    timeout,
    attestationType: 'none',
    excludeCredentials: await credentialIdsOf(context.db, actor.id),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await storeChallenge(context, reply, { challenge: options.challenge, userId: actor.id })
  return { options: { ...options } }
}

/** Options for an authentication with any discoverable passkey of this site. */
export async function beginAuthentication(context: Context, reply: FastifyReply) {
  const { generateAuthenticationOptions } = await webauthn()
  const options = await generateAuthenticationOptions({
    rpID: partyOf(context).id,
    timeout,
    userVerification: 'required',
  })
  await storeChallenge(context, reply, { challenge: options.challenge, userId: null })
  return { options: { ...options } }
}

/**
 * Stores a registered passkey and notifies its owner by mail. The authenticator verified the user, so the session has a second
 * factor from then on.
 */
export async function add(
  { actors }: IdentityServices,
  context: Context,
  actor: Person,
  { name, response }: CallInput<typeof addPasskey>['body'],
): Promise<Passkey> {
  // Before the challenge is consumed: after a step-up the client sends the same response again.
  await requireFactorProof(context, actor)
  const passkey = await verifyRegistration(context, actor, { name, response })
  const outcome = await context.change(async (change) => {
    const { db, now, audit } = change
    const about = { action: 'passkeys.add', customer: actor.homeCustomer, target: { type: 'users', id: actor.id } }
    const refuse = (reason: string) => {
      audit({ ...about, result: 'failure', reason })
      return reason
    }
    if (!passkey) return refuse('wrongAnswer')
    const count = await lockAndCountPasskeys(db, actor.id)
    // The session may have ended while the account was locked by a removal of all second factors.
    if (!(await lockSession(db, actor.sessionId, now))?.isLive) return refuse('ended')
    // Again under the lock of the account: a second factor that was enabled concurrently requires its code as well.
    await requireFactorProof(change, actor)
    if (count >= maxPasskeys) return refuse('tooMany')
    if (!(await insertPasskey(db, passkey))) return refuse('conflict')
    await afterFactorChange(change, actor, { event: 'passkey-added' })
    audit({ ...about, after: { passkey: passkey.id, name } })
    return undefined
  })
  if (outcome === 'ended') throw new Problem('sessionExpired')
  if (outcome === 'wrongAnswer' || !passkey) throw new Problem('passkeyRefused', { pointer: '/response' })
  if (outcome !== undefined) throw new Problem('conflict', { detail: 'This passkey cannot be added' })
  actors.forgetSession(actor.sessionId)
  const { id, isSynchronized, createdAt } = passkey
  return { id, name, isSynchronized, createdAt, lastUsedAt: null }
}

/** Verifies a registration response and returns the passkey to store; undefined when it is not valid. */
async function verifyRegistration(
  context: Context,
  actor: Person,
  { name, response }: Pick<CallInput<typeof addPasskey>['body'], 'name' | 'response'>,
): Promise<NewPasskey | undefined> {
  const { clientDataJSON, transports = [] } = response.response
  const challenge = await spendChallenge(context, { clientDataJSON, userId: actor.id })
  if (challenge === undefined) return undefined
  const party = partyOf(context)
  const { verifyRegistrationResponse } = await webauthn()
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
    })
    if (!registrationInfo) return undefined
    const { credential, credentialBackedUp } = registrationInfo
    return {
      id: uuidv7(),
      userId: actor.id,
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      signCount: credential.counter,
      transports,
      isSynchronized: credentialBackedUp,
      name,
      createdAt: instantOf(context.now),
    }
  } catch {
    return undefined
  }
}

/** Renames an own passkey. */
export const rename = (
  { change }: Context,
  actor: Person,
  { id, name }: { id: string; name: string },
): Promise<Passkey> =>
  change(async ({ db, audit }) => {
    const renamed = isUuid(id) ? await renameOwn(db, { id, userId: actor.id, name }) : undefined
    if (!renamed) throw new Problem('notFound')
    const target = { type: 'users', id: actor.id }
    audit({ action: 'passkeys.rename', customer: actor.homeCustomer, target, after: { passkey: id, name } })
    return renamed
  })

/** Removes an own passkey. When it was the last second factor, the sessions of the person lose theirs (security C6). */
export async function remove(
  { actors }: IdentityServices,
  context: Context,
  actor: Person,
  { id, endOthers }: { id: string; endOthers: boolean },
): Promise<void> {
  await context.change(async (change) => {
    const { db, audit } = change
    await lockAccount(db, actor.id)
    await requireFactorProof(change, actor)
    const removed = isUuid(id) ? await removeOwn(db, { id, userId: actor.id }) : undefined
    if (!removed) throw new Problem('notFound')
    await afterFactorChange(change, actor, { event: 'passkey-removed', endOthers })
    const target = { type: 'users', id: actor.id }
    audit({ action: 'passkeys.remove', customer: actor.homeCustomer, target, before: { passkey: id, ...removed } })
  })
  actors.forgetPerson(actor.id)
}

function partyOf({ configuration }: Context): RelyingParty {
  const party = relyingParty(configuration)
  if (!party) throw new Problem('conflict', { detail: 'Browsers make no passkeys for this address' })
  return party
}
