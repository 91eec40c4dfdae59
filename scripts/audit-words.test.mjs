import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repository } from './ensure-dependencies.mjs'

const server = join(repository, 'server/src')
const sources = readdirSync(server, { recursive: true })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .map((path) => readFileSync(join(server, path), 'utf8'))
const words = readFileSync(join(repository, 'web/src/shell/records/history-words.ts'), 'utf8')

test('every action that the server writes into the audit log has words in the console', () => {
  // An action is a noun and what became of it; other things are called actions as well, in one word.
  const actions = sources.flatMap((text) =>
    [...text.matchAll(/\baction: '([\w-]+(?:\.[\w-]+)+)'/g)].map(([, action]) => action),
  )
  expect(actions.length).toBeGreaterThan(90)
  const wordless = [...new Set(actions)].filter((action) => !words.includes(`'${action}': msg`)).sort()
  // web/src/shell/records/history-words.ts says what happened in words.
  expect(wordless.filter((action) => !isOfThing(action))).toEqual([])
})

/** Added, changed or deleted at an address of its own: said by the words of the thing and of what became of it. */
function isOfThing(action) {
  const [type, verb] = action.split('.')
  const isNamed = new RegExp(`^  '?${type}'?: msg`, 'm').test(words)
  return isNamed && ['create', 'update', 'remove'].includes(verb)
}
