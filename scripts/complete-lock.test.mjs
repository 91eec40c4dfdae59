import { expect, test } from 'vitest'
import { missingPackages } from './complete-lock.mjs'

const tool = { version: '1.2.3', dev: true, license: 'MIT', optionalDependencies: { '@tool/linux-x64-musl': '1.2.3' } }

test('a lock file that lists every platform lacks nothing, wherever npm has put the package', () => {
  const there = { version: '1.2.3', optional: true }
  expect(missingPackages({ '': {}, 'node_modules/tool': tool, 'node_modules/@tool/linux-x64-musl': there })).toEqual(
    new Map(),
  )
  expect(
    missingPackages({
      'node_modules/a/node_modules/tool': tool,
      'node_modules/a/node_modules/@tool/linux-x64-musl': there,
    }),
  ).toEqual(new Map())
})

test('a platform that npm left out is added in its exact version, marked so that other platforms skip it', () => {
  expect(missingPackages({ 'node_modules/tool': tool })).toEqual(
    new Map([
      [
        'node_modules/@tool/linux-x64-musl',
        { version: '1.2.3', dev: true, license: 'MIT', optional: true, cpu: ['x64'], libc: ['musl'], os: ['linux'] },
      ],
    ]),
  )
})

test('an optional package without an exact version is not guessed', () => {
  const loose = { ...tool, optionalDependencies: { fsevents: '^2.0.0' } }
  expect(() => missingPackages({ 'node_modules/tool': loose })).toThrow('no exact version')
})
