import { expect, test } from 'vitest'
import { changedMessage } from './changed-message'

test('"access expired" means that the link expired', () => {
  expect(changedMessage(false, 'access expired')).toBe('link-expired')
})

test('"this url can be used only once" means that the link was used already', () => {
  expect(changedMessage(false, 'This url can be used only once')).toBe('link-used')
})

test('any other message is an unknown error', () => {
  for (const message of ['', 'access denied', 'access expired!']) expect(changedMessage(false, message)).toBe('unknown')
})

test('a success needs no message', () => {
  expect(changedMessage(true, '')).toBe('changed')
  expect(changedMessage(true, 'access expired')).toBe('changed')
})
