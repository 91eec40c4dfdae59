import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repository } from './ensure-dependencies.mjs'

const server = join(repository, 'server/src')
const sources = readdirSync(server, { recursive: true })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .map((path) => readFileSync(join(server, path), 'utf8'))
const labels = readFileSync(join(repository, 'web/src/shell/records/history-texts.ts'), 'utf8')

test('every action that the server writes into the audit log has words in the console', () => {
  // An audit action has the form `noun.verb`; other properties called `action` are a single word.
  const actions = sources.flatMap((text) =>
    [...text.matchAll(/\baction: '([\w-]+(?:\.[\w-]+)+)'/g)].map(([, action]) => action),
  )
  expect(actions.length).toBeGreaterThan(90)
  const unlabelled = [...new Set(actions)].filter((action) => !labels.includes(`'${action}': msg`)).sort()
  // The labels are in web/src/shell/records/history-texts.ts.
  expect(unlabelled.filter((action) => !hasResourceLabel(action))).toEqual([])
})

/** Whether the console composes the label from the resource's label and the verb (create, update, remove). */
function hasResourceLabel(action) {
  const [type, verb] = action.split('.')
  const isNamed = new RegExp(`^  '?${type}'?: msg`, 'm').test(labels)
  return isNamed && ['create', 'update', 'remove'].includes(verb)
}
