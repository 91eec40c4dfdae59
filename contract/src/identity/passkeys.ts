import { z } from 'zod'
import { call } from '../jsonapi/call'
import { flag, instant, name } from '../jsonapi/fields'
import { accessToken, tokens } from './tokens'

/** Maximum number of passkeys per person. */
export const maxPasskeys = 20

const passkeyName = name(60)

/** A passkey as its owner sees it; its key stays with the server. */
export const passkey = z.object({
  id: z.string(),
  name: z.string(),
  /** True for a synchronized passkey; otherwise it is bound to one device. */
  isSynchronized: z.boolean(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
})

export type Passkey = z.output<typeof passkey>

const text = z.string().max(4_096)
// Unsigned additions of the browser, which differ between browsers and are ignored.
const ignoredFields = {
  authenticatorAttachment: z.string().max(50).optional(),
  clientExtensionResults: z.looseObject({}),
  type: z.literal('public-key'),
}

/** The registration of a passkey, as `PublicKeyCredential.toJSON()` returns it. */
const registrationResponse = z.strictObject({
  id: z.string().max(1_400),
  rawId: z.string().max(1_400),
  ...ignoredFields,
  response: z.object({
    clientDataJSON: text,
    attestationObject: text,
    transports: z.array(z.string().max(30)).max(10).optional(),
  }),
})

/** The assertion of a passkey, as `PublicKeyCredential.toJSON()` returns it. */
export const authenticationResponse = z.strictObject({
  id: z.string().max(1_400),
  rawId: z.string().max(1_400),
  ...ignoredFields,
  response: z.object({
    clientDataJSON: text,
    authenticatorData: text,
    signature: text,
    userHandle: z.string().max(200).optional(),
  }),
})

/** The options of a WebAuthn ceremony as JSON, for `navigator.credentials`. */
const options = z.object({ options: z.record(z.string(), z.unknown()) })

/**
 * The own passkeys, and whether one can be added here: never in a federated session, nor at an address where browsers do not support them.
 */
export const listPasskeys = call({
  method: 'GET',
  path: '/auth/v1/passkeys',
  summary: 'The own passkeys',
  answer: z.object({ passkeys: z.array(passkey), available: z.boolean() }),
})

/**
 * The options for creating a passkey: valid once, for five minutes, in the requesting browser. As with adding and removing one, whoever has
 * a second factor must use it for the fresh proof; the password is not enough.
 */
export const beginPasskey = call({
  method: 'POST',
  path: '/auth/v1/passkeys/registration',
  summary: 'Begin to add a passkey',
  body: z.strictObject({ accessToken }),
  answer: options,
  problems: ['invalidToken', 'stepUpRequired', 'conflict'],
})

/** Adds the passkey created by the browser. 400 `passkeyRefused` when it does not match the options. */
export const addPasskey = call({
  method: 'POST',
  path: '/auth/v1/passkeys',
  summary: 'Add a passkey',
  body: z.strictObject({ accessToken, name: passkeyName, response: registrationResponse }),
  answer: passkey,
  status: 201,
  problems: ['invalidToken', 'stepUpRequired', 'conflict', 'passkeyRefused'],
})

/** Renames one of the own passkeys; `notFound` for others. */
export const renamePasskey = call({
  method: 'PATCH',
  path: '/auth/v1/passkeys/{id}',
  summary: 'Rename a passkey',
  parameters: z.object({ id: z.string() }),
  body: z.strictObject({ name: passkeyName }),
  answer: passkey,
  problems: ['notFound'],
})

/** Removes one of the own passkeys; `notFound` for others. With `endOtherSessions`, all other sessions of the person end as well. */
export const removePasskey = call({
  method: 'DELETE',
  path: '/auth/v1/passkeys/{id}',
  summary: 'Remove a passkey',
  parameters: z.object({ id: z.string() }),
  query: z.strictObject({ endOtherSessions: flag.optional() }),
  problems: ['notFound', 'stepUpRequired'],
})

/** The options for using a passkey, for a sign-in or a step-up: valid once, for five minutes, in the requesting browser. */
export const challengePasskey = call({
  method: 'POST',
  path: '/auth/v1/passkeys/challenge',
  summary: 'Ask for a passkey',
  body: z.strictObject({}),
  answer: options,
  problems: ['crossSiteRequest'],
})

/**
 * Signs in with a passkey, which replaces password and second factor. Every failure is the same 401 `invalid_grant`: an unknown passkey,
 * another origin, a reused response or an account that cannot sign in.
 */
export const signInWithPasskey = call({
  method: 'POST',
  path: '/auth/v1/passkeys/sign-in',
  summary: 'Sign in with a passkey',
  body: z.strictObject({ response: authenticationResponse, rememberMe: z.boolean().optional() }),
  answer: tokens,
  problems: ['invalid_grant', 'crossSiteRequest'],
})
