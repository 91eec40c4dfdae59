import { expect, test } from 'vitest'
import { passwordChangeOutcome } from './password-change-outcome'

test('"access expired" means that the link expired', () => {
  expect(passwordChangeOutcome(false, 'access expired')).toBe('link-expired')
})

test('"this url can be used only once" means that the link was used already', () => {
  expect(passwordChangeOutcome(false, 'This url can be used only once')).toBe('link-used')
})

test('any other message is an unknown error', () => {
  for (const message of ['', 'access denied', 'access expired!'])
    expect(passwordChangeOutcome(false, message)).toBe('unknown')
})

test('a success needs no message', () => {
  expect(passwordChangeOutcome(true, '')).toBe('changed')
  expect(passwordChangeOutcome(true, 'access expired')).toBe('changed')
})
