import { setupI18n } from '@lingui/core'
import { expect, test } from 'vitest'
import { CallFailure, NoResponse } from '../../../api/failure'
import { endReason, isEnded, isLoginMethodRefused } from './wall-calls'
import { endText, failureText, readAtText } from './wall-texts'

const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
const failure = (status: number, code: 'sessionExpired' | 'loginMethodRequired' | 'internal', meta?: object) =>
  new CallFailure(
    status,
    [{ status: String(status), code, title: '', detail: '', ...(meta && { meta }) } as never],
    'r0',
  )

test('why a wall shows nothing any more is said to whoever holds its link', () => {
  for (const [reason, text] of [
    ['over', 'Its link has expired.'],
    ['revoked', 'Its link was revoked.'],
    ['office-lost', 'The person who created this link no longer administers the customer.'],
    ['person-disabled', 'The account of the person who created this link was closed.'],
    ['password-changed', 'The person who created this link has changed their password.'],
    ['access-withdrawn', 'The person who created this link was signed out everywhere.'],
    ['ended-by-administrator', 'An administrator signed the person who created this link out everywhere.'],
  ]) {
    const ended = failure(401, 'sessionExpired', { reason })
    expect([isEnded(ended), isLoginMethodRefused(ended), endText(endReason(ended), i18n)]).toEqual([true, false, text])
  }
  expect(endText(endReason(failure(401, 'sessionExpired')), i18n)).toBe('Its link is not valid.')
})

test('a customer that does not admit the link at the moment is asked again, a link that ended is not', () => {
  const shut = failure(403, 'loginMethodRequired')
  expect([isEnded(shut), isLoginMethodRefused(shut)]).toEqual([false, true])
})

test('a cut net is told from a fault of ours, and nobody is told to press anything', () => {
  expect(failureText(new NoResponse(undefined), i18n)).toBe('No connection. It is tried again by itself.')
  expect(failureText(failure(500, 'internal'), i18n)).toBe(
    'Something went wrong on our side. It is tried again by itself.',
  )
})

test('numbers of another day say of which', () => {
  const now = new Date(2026, 10, 23, 9, 30)
  expect(readAtText(new Date(2026, 10, 23, 7, 5).toISOString(), now, i18n)).toBe('7:05 AM')
  expect(readAtText(new Date(2026, 10, 22, 7, 5).toISOString(), now, i18n)).toBe('Nov 22, 2026, 7:05 AM')
})
