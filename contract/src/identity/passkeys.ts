import { z } from 'zod'
import { call } from '../jsonapi/call'
import { instant, name } from '../jsonapi/fields'
import { accessToken, tokens } from './tokens'

/** How many passkeys a person may have. */
export const mostPasskeys = 20

const passkeyName = name(60)

/** A passkey as its owner sees it; its key stays with the server. */
export const passkey = z.object({
  id: z.string(),
  name: z.string(),
  /** It is copied between the devices of its owner; otherwise it stays in one device. */
  isSynchronized: z.boolean(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
})

export type Passkey = z.output<typeof passkey>

const text = z.string().max(4_096)
// What a browser says beside what is signed is of no use to us, and differs between browsers.
const untold = {
  authenticatorAttachment: z.string().max(50).optional(),
  clientExtensionResults: z.looseObject({}),
  type: z.literal('public-key'),
}

/** What an authenticator made, as `PublicKeyCredential.toJSON()` gives it. */
export const registrationResponse = z.strictObject({
  id: z.string().max(1_400),
  rawId: z.string().max(1_400),
  ...untold,
  response: z.object({
    clientDataJSON: text,
    attestationObject: text,
    transports: z.array(z.string().max(30)).max(10).optional(),
  }),
})

/** What an authenticator signed, as `PublicKeyCredential.toJSON()` gives it. */
export const authenticationResponse = z.strictObject({
  id: z.string().max(1_400),
  rawId: z.string().max(1_400),
  ...untold,
  response: z.object({
    clientDataJSON: text,
    authenticatorData: text,
    signature: text,
    userHandle: z.string().max(200).optional(),
  }),
})

/** The options of a WebAuthn ceremony as JSON, for `navigator.credentials`. */
const options = z.object({ options: z.record(z.string(), z.unknown()) })

/** The own passkeys, and whether one can be added here: never in a federated session, nor at an address browsers allow none for. */
export const listPasskeys = call({
  method: 'GET',
  path: '/auth/v1/passkeys',
  summary: 'The own passkeys',
  answer: z.object({ passkeys: z.array(passkey), available: z.boolean() }),
})

/**
 * What a browser needs to make a passkey: good once, for five minutes, in the browser that asked. As with adding and removing one, the fresh
 * proof of whoever has a second factor of any kind is that one, not the password.
 */
export const beginPasskey = call({
  method: 'POST',
  path: '/auth/v1/passkeys/registration',
  summary: 'Begin to add a passkey',
  body: z.strictObject({ accessToken }),
  answer: options,
  problems: ['invalidToken', 'stepUpRequired', 'conflict'],
})

/** Adds the passkey that the browser made. 400 `passkeyRefused` when it does not answer what was asked. */
export const addPasskey = call({
  method: 'POST',
  path: '/auth/v1/passkeys',
  summary: 'Add a passkey',
  body: z.strictObject({ accessToken, name: passkeyName, response: registrationResponse }),
  answer: passkey,
  status: 201,
  problems: ['invalidToken', 'stepUpRequired', 'conflict', 'passkeyRefused'],
})

/** Gives one of the own passkeys another name; a foreign one is not found. */
export const renamePasskey = call({
  method: 'PATCH',
  path: '/auth/v1/passkeys/{id}',
  summary: 'Rename a passkey',
  parameters: z.object({ id: z.string() }),
  body: z.strictObject({ name: passkeyName }),
  answer: passkey,
  problems: ['notFound'],
})

/** Removes one of the own passkeys; a foreign one is not found. */
export const removePasskey = call({
  method: 'DELETE',
  path: '/auth/v1/passkeys/{id}',
  summary: 'Remove a passkey',
  parameters: z.object({ id: z.string() }),
  problems: ['notFound', 'stepUpRequired'],
})

/** What a browser needs to use a passkey, for a sign-in and for a step-up alike: good once, for five minutes, in that browser. */
export const challengePasskey = call({
  method: 'POST',
  path: '/auth/v1/passkeys/challenge',
  summary: 'Ask for a passkey',
  body: z.strictObject({}),
  answer: options,
  problems: ['crossSiteRequest'],
})

/**
 * Signs in with a passkey, which is password and second factor in one. Whatever is not right about it is 401 `invalid_grant`,
 * alike for an unknown one, another origin, an answer that was used before and an account that cannot be signed in to.
 */
export const signInWithPasskey = call({
  method: 'POST',
  path: '/auth/v1/passkeys/sign-in',
  summary: 'Sign in with a passkey',
  body: z.strictObject({ response: authenticationResponse, rememberMe: z.boolean().optional() }),
  answer: tokens,
  problems: ['invalid_grant', 'crossSiteRequest'],
})
