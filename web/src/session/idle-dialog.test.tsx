import { expect, test } from 'vitest'
import { renderDialogs } from '../../test/render-dialogs'
import { createQueryClient } from '../api/query-client'
import { IdleDialog } from './idle-dialog'
import { setIdleWarning } from './idle-warning'

test('the warning describes itself, and announces the last minute and the last half of it', async () => {
  const page = await renderDialogs(IdleDialog, createQueryClient())
  const warn = (seconds: number) => page.act(() => setIdleWarning(Date.now() + seconds * 1_000))
  await warn(90)
  expect(page.title()).toBe('Are you still there?')
  expect(page.description()).toContain('you will be signed out in 1:')
  expect(page.text()).not.toContain('seconds')
  for (const [seconds, announced] of [
    [59, 'Are you still there? 60 seconds'],
    [29, 'Are you still there? 30 seconds'],
  ] as const) {
    await warn(seconds)
    expect(page.text()).toContain(announced)
    await warn(seconds - 10)
    expect(page.text()).not.toContain('seconds')
  }
  await page.act(() => setIdleWarning(undefined))
})
