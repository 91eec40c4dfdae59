import { expect, test } from 'vitest'
import { ChangedSettings } from './changed-settings'

const setting = (id: string, value: string) => ({ id, value })
const [before, after] = [setting('users', 'before'), setting('users', 'after')]
const other = setting('projects', 'as it was')

test('a reading that began before a change, or before the server kept it, does not take it back', () => {
  const settings = new ChangedSettings<typeof before>()
  const beforeChange = settings.read()
  settings.change(after)
  const beforeKept = settings.read()
  expect(beforeChange([before, other])).toEqual([other, after])
  settings.keep(after)
  expect(beforeChange([before])).toEqual([after])
  expect(beforeKept([])).toEqual([after])
})

test('a reading that began after the server kept a change brings what another window changed since', () => {
  const settings = new ChangedSettings<typeof before>()
  settings.change(after)
  settings.keep(after)
  const theirs = setting('users', 'theirs')
  expect(settings.read()([theirs, other])).toEqual([theirs, other])
})

test('the answer for an older change says nothing of a newer one, and what was never kept stays', () => {
  const settings = new ChangedSettings<typeof before>()
  settings.change(before)
  settings.change(after)
  settings.keep(before)
  expect(settings.read()([before])).toEqual([after])
})
