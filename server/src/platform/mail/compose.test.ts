import { parseLevel } from '@lintel/contract/people/level-names'
import { accessLevels } from '@lintel/contract/people/privilege-levels'
import { locales } from '@lintel/contract/settings/locales'
import { expect, test } from 'vitest'
import { composeMail, type MailContent } from './compose'
import type { MailKind, MailValues } from './mail-kinds'
import { mailTexts } from './texts/mail-texts'

const seen = { at: '2026-03-01T23:30:00Z', ip: '203.0.113.9', browser: 'Firefox, Linux' }

const examples: { [K in MailKind]: MailValues<K> } = {
  'refresh-reuse': { at: '2026-03-01T23:30:00Z', ip: '203.0.113.9', browser: 'Firefox' },
  'first-invitation': {
    inviter: 'Kari Moen',
    project: 'Barcode Harbour',
    link: 'https://lintel.example/login?a=1&b=2',
    expiresAt: '2026-03-08T10:00:00Z',
  },
  'project-invitation': {
    inviter: 'Kari Moen',
    project: 'Barcode Harbour',
    link: 'https://lintel.example/project-1/',
  },
  'access-ends': { lines: ['Barcode Harbour, block 4', 'Museum'], more: 3, endsAt: '2026-03-01T22:59:59Z' },
  'second-factor-ahead': {
    customer: 'Nordbygg AS',
    from: '2026-03-01T00:00:00Z',
    link: 'https://app.example.com/mfa-setup',
  },
  'domain-missing': {
    customer: 'Nordbygg AS',
    domain: 'nordbygg.example',
    record: 'lintel-verification=0123456789abcdef',
    lostAt: '2026-03-01T10:00:00Z',
    link: 'https://lintel.example/security',
  },
  'domain-lost': {
    customer: 'Nordbygg AS',
    domain: 'nordbygg.example',
    record: 'lintel-verification=0123456789abcdef',
    link: 'https://lintel.example/security',
  },
  'project-purge': {
    project: 'Test project',
    purgedAt: '2026-03-01T08:00:00Z',
    link: 'https://lintel.example/project-1/',
  },
  'given-access-ends': {
    lines: ['Liam Byrne: Museum'],
    more: 0,
    endsAt: '2026-03-01T22:59:59Z',
    link: 'https://lintel.example/project-1/',
    isOfSeveral: false,
  },
  'access-gained': {
    owned: ['Sandvika School'],
    gained: [
      { project: 'Barcode Harbour, block 4', privilegeLevel: 20 },
      { project: 'Museum', privilegeLevel: 10 },
    ],
    more: 2,
    link: 'https://lintel.example/',
  },
  'guest-invitation': {
    inviter: 'Kari Moen',
    project: 'Barcode Harbour',
    link: 'https://lintel.example/guest?id=1',
    expiresAt: null,
  },
  'password-reset': {
    code: 'ABCDE-FGH01',
    link: 'https://lintel.example/reset-password?username=a&code=b',
    expiresAt: '2026-03-01T10:10:00Z',
  },
  'password-link': { link: 'https://lintel.example/auth/v1/x', expiresAt: '2026-03-01T11:00:00Z' },
  registration: { link: 'https://lintel.example/login?email=a&tmppass=b', expiresAt: '2026-03-08T10:00:00Z' },
  'registration-known': { link: 'https://lintel.example/login?email=a&next-url=b' },
  'deletion-noted': {
    at: '2026-03-01T23:30:00Z',
    link: 'https://lintel.example/delete-user',
    hasAdministrators: true,
  },
  'deletion-asked': {
    email: 'mei@nordbygg.example',
    owned: ['Cabin', 'Quay house'],
    more: 3,
    memberships: 12,
    link: 'https://lintel.example/deletion-requests',
  },
  'deletion-withdrawn': { email: 'mei@nordbygg.example' },
  'deletion-answered': { customer: 'Nordbygg AS', outcome: 'refused', reason: 'Hand over Quay house first' },
  'trial-ends': { project: 'Cabin', endsAt: '2026-03-08T10:00:00Z', link: 'https://lintel.example/project-1/' },
  'email-proof': { link: 'https://lintel.example/login?email=a&tmppass=b', expiresAt: '2026-03-02T10:00:00Z' },
  'email-change-confirm': {
    current: 'mei@nordbygg.example',
    link: 'https://lintel.example/confirm-email?code=a&b=2',
    expiresAt: '2026-03-02T10:00:00Z',
  },
  'email-change-requested': { to: 'mei@elsewhere.example', at: '2026-03-01T23:30:00Z', ip: '203.0.113.9' },
  'email-changed': { to: 'mei@elsewhere.example', at: '2026-03-01T23:30:00Z', ip: '203.0.113.9' },
  'provider-linked': { provider: 'Partner Engineering', at: '2026-03-01T23:30:00Z', ip: '203.0.113.9' },
  'provider-unlinked': { provider: 'Partner Engineering', at: '2026-03-01T23:30:00Z', ip: '203.0.113.9' },
  'provider-verify-address': {
    provider: 'Partner Engineering',
    link: 'https://lintel.example/federation?verify=a&b=2',
    expiresAt: '2026-03-02T10:00:00Z',
  },
  'provider-known-address': { provider: 'Partner Engineering' },
  'new-browser': seen,
  'right-after-failures': { ...seen, failures: 7 },
  'second-factor-failed': seen,
  'second-factor-enabled': seen,
  'second-factor-disabled': seen,
  'second-factor-removed-by-staff': { at: seen.at },
  'recovery-codes-renewed': seen,
  'passkey-added': seen,
  'passkey-removed': seen,
  'recovery-code-used': { ...seen, left: 9 },
  'password-changed': seen,
}
const letter = (kind: MailKind, more: Partial<MailContent> = {}): MailContent => ({
  id: '01890000-0000-7000-8000-000000000001',
  kind,
  values: examples[kind],
  locale: null,
  date: '2026-03-01T10:00:00Z',
  email: 'mei@nordbygg.example',
  name: 'Mei Zhang',
  language: null,
  timeZone: null,
  remedy: 'password',
  ...more,
})
const compose = (kind: MailKind, more: Partial<MailContent> = {}, supportMail?: string) =>
  composeMail(letter(kind, more), { publicUrl: 'https://lintel.example', supportMail })
const kinds = Object.keys(examples) as MailKind[]

test.each(locales)('every mail can be written in %s, each in words of its own', (locale) => {
  for (const kind of kinds) {
    const { subject, text, html } = compose(kind, { locale })
    expect(subject).not.toMatch(/[\r\n]|undefined|\$\{/)
    expect(text).toContain('Mei Zhang')
    expect(text).not.toMatch(/undefined|\$\{|\[object/)
    expect(html).toContain(`<html lang="${locale}">`)
    if (locale !== 'en') expect(subject).not.toBe(compose(kind, { locale: 'en' }).subject)
  }
})

test('the language is the one of the profile, else the one asked for, else English', () => {
  const lang = (more: Partial<MailContent>) => /lang="(..)"/.exec(compose('first-invitation', more).html)?.[1]
  expect(lang({ locale: 'de', language: 'sv' })).toBe('sv')
  expect(lang({ locale: 'de' })).toBe('de')
  expect(lang({ language: 'sv-FI' })).toBe('sv')
  expect(lang({ language: 'pt' })).toBe('en')
  expect(lang({})).toBe('en')
})

test('times are told in the time zone of the person, and in UTC where that is unknown', () => {
  expect(compose('refresh-reuse', { timeZone: 'Europe/Oslo' }).text).toMatch(/March 2, 2026.*12:30\sAM/)
  expect(compose('refresh-reuse').text).toMatch(/March 1, 2026.*11:30\sPM UTC/)
  expect(compose('refresh-reuse', { timeZone: 'Mars/Olympus' }).text).toMatch(/March 1, 2026.*11:30\sPM UTC/)
})

test('F4: Message-ID and footer are of the public address', () => {
  const { messageId, text } = compose('first-invitation')
  expect(messageId).toBe('<01890000-0000-7000-8000-000000000001@lintel.example>')
  expect(text.split('-- \n')[1]).toContain('https://lintel.example')
})

test('H7: nothing that people wrote becomes markup', () => {
  const name = '<img src=x onerror=alert(1)>'
  expect(compose('first-invitation', { name }).html).not.toContain('<img')
  expect(compose('refresh-reuse', { values: { ...examples['refresh-reuse'], browser: name } }).html).not.toContain(
    '<img',
  )
})

test('a name that looks like a web address is no link, and email addresses stay as they are', () => {
  const values = {
    ...examples['project-invitation'],
    inviter: 'Go to https://evil.example/unlock',
    project: 'www.evil.example',
  }
  const { subject, text, html } = compose('project-invitation', { values, name: 'evil.example' })
  for (const each of [subject, text, html]) {
    expect(each).not.toMatch(/evil\.example|www\.evil|https:\/\/evil/)
    expect(each.replaceAll('\u2060', '')).toContain('www.evil.example')
  }
  expect(compose('project-invitation', { name: 'mei@nordbygg.example' }).text).toContain('mei@nordbygg.example')
  const lines = ['mei@nordbygg.example: Harbour', 'cafe\u0301.example: Quay']
  const reminder = compose('given-access-ends', { values: { ...examples['given-access-ends'], lines } }).text
  expect(reminder).toContain('mei@nordbygg.example: Harbour')
  expect(reminder).not.toContain('cafe\u0301.example')
  expect(compose('project-invitation', { name: 'Dr. Mei J. Zhang 3.1' }).text).toContain('Dr. Mei J. Zhang 3.1')
})

test.each(locales)('roles have the names in mails that a spreadsheet in %s may use', (locale) => {
  const gained = accessLevels.map((level) => ({ project: 'Museum', privilegeLevel: level }))
  const { paragraphs } = mailTexts[locale].mails['access-gained']({ owned: [], gained, more: 0, link: '' }, String, {
    support: null,
    remedy: 'password',
  })
  const names = paragraphs.flatMap((line) => line.split('Museum: ')[1] ?? [])
  expect(names.map(parseLevel)).toEqual([...accessLevels])
})

/** The texts of a mail for people with a password, for people without one, and for guests. */
const remediesOf = (kind: MailKind, locale: string) =>
  (['password', 'sessions', 'guestLink'] as const).map((remedy) => compose(kind, { locale, remedy }).text)

test.each(locales)('who has no password is told in %s what they can do without one', (locale) => {
  for (const kind of ['new-browser', 'refresh-reuse'] as const)
    expect(new Set(remediesOf(kind, locale)).size, kind).toBe(3)
  for (const kind of ['provider-linked', 'provider-unlinked', 'email-change-requested'] as const)
    expect(new Set(remediesOf(kind, locale)).size, kind).toBe(2)
})

test('a guest is told to have their link replaced, and somebody whom a provider signs in to end the other sessions', () => {
  const [ofPassword, ofSessions, ofGuestLink] = remediesOf('new-browser', 'en')
  expect(ofPassword).toContain('change your password: that signs everybody out everywhere else')
  expect(ofSessions).toContain('sign out everywhere else in your account, and change your password at the provider')
  expect(ofGuestLink).toContain('ask the administrators of the project for a new link')
  expect(ofGuestLink).not.toContain('password')
})

test.each(locales)('whoever is sent to the support in %s reads its address, or whom else to ask', (locale) => {
  for (const kind of ['email-changed', 'trial-ends', 'second-factor-removed-by-staff'] as const) {
    const [helped, alone] = [compose(kind, { locale }, 'help@lintel.example').text, compose(kind, { locale }).text]
    expect(helped, kind).toContain('help@lintel.example')
    expect(alone, kind).not.toMatch(/undefined|null/)
    expect(alone.split('\n\n')).toHaveLength(helped.split('\n\n').length)
  }
})

test.each(locales)(
  'a request for deletion says in %s who was notified, and leads to where it is answered',
  (locale) => {
    const noted = (hasAdministrators: boolean) =>
      compose('deletion-noted', { locale, values: { ...examples['deletion-noted'], hasAdministrators } }).text
    expect(noted(false)).not.toBe(noted(true))
    expect(compose('deletion-asked', { locale }).text).toContain('https://lintel.example/deletion-requests')
  },
)

test('mails that an older version enqueued are sent without what it did not know', () => {
  const { link: _link, ...asked } = examples['deletion-asked']
  const { text, html } = compose('deletion-asked', { values: asked })
  expect([text, html].join()).not.toMatch(/undefined|Answer the request/)
  const { isOfSeveral: _isOfSeveral, ...ends } = examples['given-access-ends']
  expect(compose('given-access-ends', { values: ends }).text).toContain('Open the project:')
})
