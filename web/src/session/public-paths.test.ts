import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isPublicPath } from './public-paths'

/** The top-level route files, next to the guards' folders, are the pages that need no session. */
const routes = readdirSync(new URL('../routes', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isFile() && !entry.name.startsWith('_') && !entry.name.endsWith('.css'))
  .map(({ name }) => name.replace(/\.tsx$/, '').split('.')[0] ?? '')

test('every route outside the guards is open, whatever stands behind it', () => {
  expect(routes).toContain('logout')
  expect(routes.filter((route) => !isPublicPath(`/${route}`))).toEqual([])
  expect(isPublicPath('/login/')).toBe(true)
})

test('what stands behind the sign-in is not', () => {
  for (const path of ['/', '/new-project', '/project-1/', '/mfa-setup', '/loginx', '/user-profile']) {
    expect(isPublicPath(path), path).toBe(false)
  }
})
