import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repository } from './ensure-dependencies.mjs'
import { serverFlags } from './run-node.mjs'

test('the image runs the server with the flags of npm start', () => {
  const command = /^CMD (\[.*\])$/m.exec(readFileSync(join(repository, 'Dockerfile'), 'utf8'))?.[1]
  expect(JSON.parse(command ?? '[]')).toEqual(['node', ...serverFlags, 'server/dist/main.js'])
})
