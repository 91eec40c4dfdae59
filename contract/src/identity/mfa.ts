import { z } from 'zod'
import { call } from '../jsonapi/call'
import { email, name } from '../jsonapi/fields'
import { accessToken, tokens } from './tokens'

/** A one-time code as people type or paste it: six digits, spaces allowed (security C1). */
export const oneTimeCode = z
  .string()
  .max(20, 'invalid')
  .transform((typed) => typed.replaceAll(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'invalid'))

/** How many recovery codes a person gets, and from how few the web reminds them to create new ones (security C5). */
export const recoveryCodeCount = 10
export const recoveryCodeWarningThreshold = 3

const groupedCode = z
  .string()
  .max(60, 'invalid')
  .transform((typed) => typed.toUpperCase().replaceAll(/[\s-]/g, ''))

/**
 * A recovery code as typed or pasted: 24 characters of Crockford's base 32 in groups of four, in any case, with spaces or hyphens, O for 0,
 * I and L for 1. Converts it to its original form.
 */
export const recoveryCode = groupedCode
  .transform((typed) => typed.replaceAll('O', '0').replaceAll(/[IL]/g, '1'))
  .pipe(z.string().regex(/^[0-9A-HJKMNP-TV-Z]{24}$/, 'invalid'))

/** The same for older codes, in the base 32 of RFC 4648: codes that people have stored remain valid. */
export const legacyRecoveryCode = groupedCode
  .transform((typed) => typed.replaceAll('0', 'O').replaceAll('1', 'I').replaceAll('8', 'B'))
  .pipe(z.string().regex(/^[A-Z2-7]{24}$/, 'invalid'))

// Any text is accepted: an invalid code gets the same response as a wrong one.
const anyCode = z.string().max(60)

/**
 * Completes a sign-in that returned `CHALLENGE_REQUESTED` by a one-time or a recovery code; `session` is the ticket of that response. Our
 * own page omits it: its cookie holds it for the challenge's five minutes, across reloads.
 */
export const verifyMfa = call({
  method: 'POST',
  path: '/auth/v1/mfa/verify',
  summary: 'Sign in with the second factor',
  body: z.strictObject({ session: z.string().max(200).optional(), username: name(254), code: anyCode }),
  answer: tokens,
  problems: ['invalidCode', 'invalidSession', 'crossSiteRequest'],
})

/** Whether the signed-in person has a second factor, and whether they can set one up here; never in a federated session. */
export const readMfaStatus = call({
  method: 'GET',
  path: '/auth/v1/mfa/status',
  summary: 'State of the own second factor',
  answer: z.object({
    status: z.enum(['enabled', 'disabled']),
    available: z.boolean(),
    /** Unused recovery codes; 0 without a second factor. */
    recoveryCodesLeft: z.int(),
  }),
})

/**
 * Returns a secret for an authenticator app, which takes effect once `enable` proves that the app has it; a repeated request of the same
 * browser within five minutes returns the same one. 409 when a second factor is on, unless `replaces` requests a replacement: the present
 * one stays valid until the new one is proved. As with `enable` and new recovery codes, whoever has a second factor must use it for the
 * fresh proof; the password is not enough.
 */
export const associateMfa = call({
  method: 'POST',
  path: '/auth/v1/mfa/associate',
  summary: 'Begin to set up a second factor',
  body: z.strictObject({ accessToken, replaces: z.boolean().optional() }),
  answer: z.object({
    /** Base 32, to be typed into an app. */
    secretCode: z.string(),
    /** An `otpauth://` URI, to be shown as a QR code. */
    qrCodeValue: z.string(),
  }),
  problems: ['invalidToken', 'stepUpRequired', 'conflict'],
})

/** The recovery codes in groups of four characters: shown only once, each valid once. */
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

/**
 * Switches the second factor on by a code of the new app; 409 when nothing was associated. When it replaces another one, the recovery codes
 * stay valid and none are returned.
 */
export const enableMfa = call({
  method: 'POST',
  path: '/auth/v1/mfa/enable',
  summary: 'Switch the second factor on',
  body: z.strictObject({ accessToken, code: anyCode, endOtherSessions: z.boolean().optional() }),
  answer: recoveryCodes,
  problems: ['invalidCode', 'invalidToken', 'stepUpRequired', 'conflict'],
})

/** Removes the second factor with its recovery codes, by a one-time or a recovery code (security S8, C6). */
export const disableMfa = call({
  method: 'POST',
  path: '/auth/v1/mfa/disable',
  summary: 'Remove the second factor',
  body: z.strictObject({ accessToken, code: anyCode, endOtherSessions: z.boolean().optional() }),
  problems: ['invalidCode', 'invalidToken', 'stepUpRequired', 'conflict'],
})

/**
 * Removes every second factor of somebody who has lost access to it: the app with its recovery codes, and passkeys. Ends their sessions and
 * tokens, and notifies them by mail. For staff with a fresh proof, never for themselves. 409 where there is none.
 */
export const removeSecondFactor = call({
  method: 'DELETE',
  path: '/mgw/api/v3/users/{user}/second-factor',
  summary: 'Remove the second factor of somebody who has lost it',
  parameters: z.object({ user: email }),
  problems: ['forbidden', 'notFound', 'conflict', 'stepUpRequired'],
})

/** Creates new recovery codes, which replace all earlier ones. */
export const renewRecoveryCodes = call({
  method: 'POST',
  path: '/auth/v1/mfa/recovery-codes',
  summary: 'Create new recovery codes',
  body: z.strictObject({ accessToken }),
  answer: recoveryCodes,
  problems: ['invalidToken', 'stepUpRequired', 'conflict'],
})
