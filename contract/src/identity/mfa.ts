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

/** How many recovery codes a person gets, and at how few the web reminds them to make new ones (security C5). */
export const recoveryCodeCount = 10
export const fewRecoveryCodes = 3

const typedInGroups = z
  .string()
  .max(60, 'invalid')
  .transform((typed) => typed.toUpperCase().replaceAll(/[\s-]/g, ''))

/**
 * A recovery code as people type or paste it: 24 characters of Crockford's base 32 in groups of four, in any case, with spaces or
 * hyphens, O for 0, I and L for 1. Gives it as it was made.
 */
export const recoveryCode = typedInGroups
  .transform((typed) => typed.replaceAll('O', '0').replaceAll(/[IL]/g, '1'))
  .pipe(z.string().regex(/^[0-9A-HJKMNP-TV-Z]{24}$/, 'invalid'))

/** The same of a code from before, in the base 32 of RFC 4648: those that people have kept go on working. */
export const formerRecoveryCode = typedInGroups
  .transform((typed) => typed.replaceAll('0', 'O').replaceAll('1', 'I').replaceAll('8', 'B'))
  .pipe(z.string().regex(/^[A-Z2-7]{24}$/, 'invalid'))

// Anything goes in: what is no code is answered like a wrong one.
const anyCode = z.string().max(60)

/**
 * Completes a sign-in that answered `CHALLENGE_REQUESTED`, by a one-time or a recovery code: `session` is what that answer carried.
 * A browser whose page asked needs none: its cookie holds it for the challenge's five minutes, over reloads.
 */
export const verifyMfa = call({
  method: 'POST',
  path: '/auth/v1/mfa/verify',
  summary: 'Sign in with the second factor',
  body: z.strictObject({ session: z.string().max(200).optional(), username: name(254), code: anyCode }),
  answer: tokens,
  problems: ['invalidCode', 'invalidSession', 'crossSiteRequest'],
})

/** Whether the signed-in person has a second factor, and whether they can have one here; never in a federated session. */
export const mfaStatus = call({
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
 * A secret for an authenticator app; it counts for nothing until `enable` proves that the app has it. The browser that asks again
 * within five minutes gets the same one. 409 when a second factor is on, unless `replaces` asks for one of another phone: until
 * that is proved, the present one counts. As with `enable` and new recovery codes, the fresh proof of whoever has a second factor of any
 * kind is that one, not the password.
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

/** The recovery codes, in groups of four characters: shown this once, each good once. */
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

/**
 * Switches the second factor on by a code of the app that was set up; 409 when nothing was associated. In place of another one the
 * recovery codes stay, and none are answered.
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
 * Removes every second factor of somebody who can give none any more: the app with its recovery codes, and passkeys. It ends their
 * sessions and what else acts as them, and they are told by mail. For staff, with a fresh proof, and never for themselves. 409 where
 * there is none.
 */
export const removeSecondFactor = call({
  method: 'DELETE',
  path: '/mgw/api/v3/users/{user}/second-factor',
  summary: 'Remove the second factor of somebody who has lost it',
  parameters: z.object({ user: email }),
  problems: ['forbidden', 'notFound', 'conflict', 'stepUpRequired'],
})

/** New recovery codes in place of all earlier ones. */
export const renewRecoveryCodes = call({
  method: 'POST',
  path: '/auth/v1/mfa/recovery-codes',
  summary: 'Create new recovery codes',
  body: z.strictObject({ accessToken }),
  answer: recoveryCodes,
  problems: ['invalidToken', 'stepUpRequired', 'conflict'],
})
