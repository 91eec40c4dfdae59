import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { partOf } from './catalog-parts'

const source = path.join(import.meta.dirname, '../src')

test('a text is loaded where it is read first: with the project list, another screen, the console, or with the sign-in page alone', () => {
  expect(partOf(['src/portal/my-projects/my-projects.tsx', 'src/console/users/users.tsx'])).toBe('home')
  expect(partOf(['src/ui/toast.tsx'])).toBe('home')
  expect(partOf(['src/ui/role.tsx', 'src/console/users/users.tsx'])).toBe('portal')
  expect(partOf(['src/shell/affected-people.tsx'])).toBe('console')
  expect(partOf(['src/i18n/problem-texts.ts'])).toBe('problems')
  expect(partOf(['src/i18n/problem-texts.ts', 'src/portal/password/set-by-code.tsx'])).toBe('problems')
  expect(partOf(['src/i18n/problem-texts.ts', 'src/ui/toast.tsx'])).toBe('home')
  expect(partOf(['src/portal/password/set-by-code.tsx', 'src/console/users/users.tsx'])).toBe('portal')
  expect(partOf(['src/console/users/users.tsx', 'src/ui/grid/grid.tsx'])).toBe('console')
  expect(partOf(['src/routes/_signed-in/_customer-admin/users.tsx'])).toBe('console')
  expect(partOf(['src/portal/login/login.tsx', 'src/sign-in.tsx'])).toBeUndefined()
  expect(partOf(['src/portal/login/login.tsx', 'src/portal/password/set-by-code.tsx'])).toBe('portal')
})

/**
 * Files that import from a folder whose texts they would not have; routes and early entries may load the console's
 * texts themselves.
 */
function importing(folders: RegExp, except: RegExp): string[] {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.tsx?$/.test(file),
  )
  expect(files.length).toBeGreaterThan(200)
  return files.filter((file) => {
    if (except.test(file)) return false
    const text = readFileSync(path.join(source, file), 'utf8')
    if (file.startsWith('routes/') && text.includes("addTexts('console')")) return false
    if (file.endsWith('-early.ts') && text.includes('fetchConsoleScreen(')) return false
    return [...text.matchAll(/from '(\.[^']+)'/g)].some(([, from = '']) =>
      folders.test(path.join(path.dirname(file), from)),
    )
  })
}

test('nothing draws texts of a part that it is not loaded with', () => {
  expect(importing(/^portal\/(login|guest)\//, /^portal\/(login|guest)\/|^sign-in/)).toEqual([])
  expect(
    importing(
      /^(console|portal\/project-home\/managing|ui\/grid|shell\/(business-intelligence|change-sets|domains|projects|records))\/|^shell\/affected-people$/,
      /^(console|portal\/project-home\/managing|ui\/grid|shell\/(business-intelligence|change-sets|domains|projects|records))\/|^routes\/_signed-in\/_(administration|customer-admin|staff)\//,
    ),
  ).toEqual([])
  // What is drawn on the project list and on any screen has the first part alone.
  expect(
    importing(
      /^(ui\/(file-field|password-field|role|select-field)|shell\/(end-other-sessions-checkbox|use-project-actions))$/,
      /^(portal\/(?!my-projects)|console\/|shell\/(provider-test|business-intelligence|change-sets|projects|records)\/|session\/step-up-dialog\.)/,
    ),
  ).toEqual([])
})
