import { expect, test } from 'vitest'
import { hidesLogout } from './hidden-logout'

test.each(['/login', '/projects', '/customers', '/providers', '/customers/customer/-1'])(
  'the logout is hidden on %s',
  (path) => {
    expect(hidesLogout(path)).toBe(true)
  },
)

test.each(['/', '/new-project', '/project-1/', '/projects-list', '/users'])('the logout shows on %s', (path) => {
  expect(hidesLogout(path)).toBe(false)
})
