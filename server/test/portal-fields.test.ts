import { changePassword, resetInvalidPassword, setPassword } from '@lintel/contract/identity/change-password'
import { createFederatedUser, findCompany, linkIdentity, matchProvider } from '@lintel/contract/identity/federation'
import { login } from '@lintel/contract/identity/login'
import { verifyMfa } from '@lintel/contract/identity/mfa'
import { confirmPasswordReset, requestPasswordReset } from '@lintel/contract/identity/password-reset'
import type { AnyCall } from '@lintel/contract/jsonapi/call'
import { requestEmailChange } from '@lintel/contract/people/email-change'
import { userProfiles } from '@lintel/contract/people/user-profiles'
import { projects } from '@lintel/contract/projects/projects'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { RequestError } from './api-client'
import { world } from './world'

const unlimited = { calls: 1_000_000, seconds: 60 }
const rates = Object.fromEntries(
  ['general', 'signIn', 'providerMatch', 'guestLogin', 'resetRequest'].map((rate) => [rate, unlimited]),
)
const { as, anonymous, db } = await world({ rates })

const own = 'ola@nordbygg.example'
const ola = as('ola')
await ola.patch(userProfiles, own, { phone: '+47 22 33 44 55' })

/** Inputs that users and attackers enter into a field. */
const inputs = {
  'a control character': 'One\u0000two',
  'a terminal’s escape': '\u001b[31mRed',
  'text that turns round what follows': '\u202eevil',
  'half of a sign': 'One\ud83c',
  'two thousand characters': 'x'.repeat(2_000),
  'ten thousand characters': 'x'.repeat(10_000),
  'right-to-left': 'مستشفى',
  emoji: '👷🏽‍♀️ 🏗️',
  code: '<script>alert(1)</script>',
  'a quotation': `'; drop table app_user; --`,
  'an @': 'one@home',
} as const
type InputKind = keyof typeof inputs

/** Inputs that no text field accepts, with the problem code at the field. */
const textRefusals = {
  'a control character': 'controlCharacters',
  'a terminal’s escape': 'controlCharacters',
  'text that turns round what follows': 'controlCharacters',
  'half of a sign': 'controlCharacters',
  'two thousand characters': 'tooLong',
  'ten thousand characters': 'tooLong',
} as const satisfies Partial<Record<InputKind, string>>
const allRefused = (code: string) =>
  ({ ...Object.fromEntries(Object.keys(inputs).map((kind) => [kind, code])), ...textRefusals }) as Record<
    InputKind,
    string
  >
const nameRefusals = { ...textRefusals, 'an @': 'atSignInName' }
const emailRefusals = {
  ...Object.fromEntries(Object.keys(inputs).map((kind) => [kind, 'invalidEmail'])),
  'two thousand characters': 'tooLong',
  'ten thousand characters': 'tooLong',
} as Record<InputKind, string>
/** Passwords accept any valid Unicode text up to a maximum length. */
const passwordRefusals = {
  'half of a sign': 'invalid',
  'two thousand characters': 'tooLong',
  'ten thousand characters': 'tooLong',
}
const codeRefusals = { 'two thousand characters': 'tooLong', 'ten thousand characters': 'tooLong' }
/** Paragraphs accept several lines and a page of text. */
const { 'two thousand characters': _, ...paragraphRefusals } = textRefusals

interface Field {
  of: string
  field: string
  pointer: string
  refusals: Partial<Record<InputKind, string>>
  send(value: string): Promise<unknown>
  /** Reads the stored value; omitted where the field is never stored. */
  stored?(answer: unknown): unknown
}

const profile = (
  field: 'givenName' | 'familyName' | 'organization' | 'title' | 'phone',
  refusals: Field['refusals'],
) => ({
  ...{ of: 'profile', field, pointer: `/data/attributes/${field}`, refusals },
  send: (value: string) => ola.patch(userProfiles, own, { [field]: value }),
  stored: async () => (await ola.get(userProfiles, own))[field],
})
const newProject = (field: 'name' | 'description' | 'externalId', refusals: Field['refusals']): Field => ({
  ...{ of: 'new project', field, pointer: `/data/attributes/${field}`, refusals },
  send: (value) => ola.post(projects, { name: 'Quay', [field]: value } as never),
  stored: async (made) => (await ola.get(projects, (made as { id: string }).id))[field],
})
const callField = (
  of: string,
  field: string,
  refusals: Field['refusals'],
  call: AnyCall,
  others: Record<string, unknown> = {},
  who = anonymous,
): Field => ({
  ...{ of, field, pointer: `/${field}`, refusals },
  send: (value) => who.call(call, { parameters: { email: own }, body: { ...others, [field]: value } as never }),
})

const accessToken = 'of no account'
const passwords = { oldPassword: 'a wrong one', newPassword: 'a new one, and long enough' }
const fields: Field[] = [
  profile('givenName', nameRefusals),
  profile('familyName', nameRefusals),
  profile('organization', textRefusals),
  profile('title', textRefusals),
  profile('phone', allRefused('invalidPhone')),
  newProject('name', textRefusals),
  newProject('description', paragraphRefusals),
  newProject('externalId', textRefusals),
  callField('another email', 'email', emailRefusals, requestEmailChange, {}, ola),
  callField('sign-in', 'username', textRefusals, login, { password: 'a wrong one' }),
  callField('sign-in', 'password', passwordRefusals, login, { username: 'nobody@nowhere.example' }),
  callField('the provider of an email', 'email', codeRefusals, matchProvider),
  callField('company', 'companyId', codeRefusals, findCompany),
  callField('second factor', 'code', codeRefusals, verifyMfa, { username: own, session: 'none' }),
  callField('password reset', 'username', textRefusals, requestPasswordReset),
  callField('password reset', 'code', codeRefusals, confirmPasswordReset, {
    username: own,
    newPassword: passwords.newPassword,
  }),
  callField('password reset', 'newPassword', passwordRefusals, confirmPasswordReset, { username: own, code: 'none' }),
  callField('invalid password', 'username', textRefusals, resetInvalidPassword, passwords),
  callField('invalid password', 'oldPassword', passwordRefusals, resetInvalidPassword, { ...passwords, username: own }),
  callField('invalid password', 'newPassword', passwordRefusals, resetInvalidPassword, { ...passwords, username: own }),
  callField('another password', 'oldPassword', passwordRefusals, changePassword, { ...passwords, accessToken }, ola),
  callField('another password', 'newPassword', passwordRefusals, changePassword, { ...passwords, accessToken }, ola),
  callField('first password', 'password', passwordRefusals, setPassword, {}, ola),
  callField('account of a provider', 'ProposedUsername', allRefused('invalidEmail'), createFederatedUser, {
    Provider: 'x',
    RefreshToken: 'x',
  }),
  callField('link to an account', 'username', textRefusals, linkIdentity, {
    provider: 'x',
    refreshToken: 'x',
    password: 'x',
  }),
]

/** The tables whose rows must not change. Attempt counters and queued lookups are not among them. */
const storedTables = [
  ...['app_user', 'project', 'project_member', 'customer', 'email_change', 'external_identity', 'creation_key'],
  ...['password_credential', 'password_reset', 'password_link', 'temporary_password', 'mail'],
]
const digests = sql.join(
  storedTables.map(
    (table) => sql`select ${sql.lit(table)} as kept, md5(string_agg(row::text, '' order by row::text)) as digest
      from ${sql.table(table)} as row`,
  ),
  sql` union all `,
)
const storedDigests = async () => (await digests.execute(db)).rows

test.each(fields)('$of, $field: what cannot be is told at the field and not stored, all else is text', async (row) => {
  for (const [kind, value] of Object.entries(inputs) as [InputKind, string][]) {
    const before = await storedDigests()
    const code = row.refusals[kind]
    const answer = await row.send(value).catch((refused: unknown) => refused)
    if (code !== undefined) {
      const fieldError = { status: 422, code, source: { pointer: row.pointer } }
      // Before sign-in, request bodies larger than any form sends are refused unread.
      const isUnread = kind === 'ten thousand characters' && answer instanceof RequestError && answer.status === 413
      expect([kind, answer]).toMatchObject([kind, isUnread ? { code: 'tooLarge' } : fieldError])
      expect([kind, await storedDigests()]).toEqual([kind, before])
    } else if (row.stored) {
      expect([kind, await row.stored(answer)]).toEqual([kind, value])
    } else {
      // The value matches no account: the request is refused as a whole, without an internal error.
      if (answer instanceof RequestError)
        expect([kind, answer.status]).toEqual([kind, expect.toBeOneOf([400, 401, 403, 404, 429])])
      expect([kind, await storedDigests()]).toEqual([kind, before])
    }
  }
})

test.each([
  ['+47 22 33 44 55', true],
  ['0047-22-33-44-55', true],
  ['1', true],
  ['+', false],
  ['- -', false],
  ['(22) 33 44 55', false],
  ['22.33.44.55', false],
  ['22/33 44 55', false],
  ['22 33 44 55 ext. 7', false],
  ['tel:+4722334455', false],
  // Digits of other scripts look right but cannot be dialled.
  ['٢٢٣٣٤٤٥٥', false],
  ['＋４７２２３３４４５５', false],
  ['1'.repeat(41), false],
])('a phone number %s is taken: %s', async (value, isTaken) => {
  const before = await storedDigests()
  const saved = ola.patch(userProfiles, own, { phone: value })
  if (isTaken) return expect(await saved).toMatchObject({ phone: value })
  const code = value.length > 40 ? 'tooLong' : 'invalidPhone'
  await expect(saved).rejects.toMatchObject({ status: 422, code, source: { pointer: '/data/attributes/phone' } })
  expect(await storedDigests()).toEqual(before)
})
