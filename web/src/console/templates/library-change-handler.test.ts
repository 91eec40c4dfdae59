import { afterEach, expect, test, vi } from 'vitest'
import { libraryChangeHandler } from './library-change-handler'

afterEach(() => vi.useRealTimers())

const projects: Readonly<Record<string, string>> = { known: 'one', fresh: 'two', elsewhere: 'site' }

function follow() {
  vi.useFakeTimers()
  const [read, lookedUp]: [string[], string[]] = [[], []]
  const handler = libraryChangeHandler({
    libraries: ['one', 'two'],
    findLibrary: (id) => (id === 'known' ? 'one' : undefined),
    async projectOf(id) {
      lookedUp.push(id)
      if (!(id in projects)) throw new Error('404')
      return projects[id]
    },
    reload: (library) => void read.push(library),
  })
  const publish = (type: string, id: string | null, version: number | null = 1) =>
    handler.onChange({ type, id, version })
  return { handler, publish, read, lookedUp, wait: () => vi.advanceTimersByTimeAsync(1_000) }
}

test('what is known is read again at once, and several that were changed in one step as well', () => {
  const { publish, read } = follow()
  publish('checklists', 'known', 2)
  publish('workflows', 'known', null)
  expect(read).toEqual(['one', 'one'])
  publish('checklists', null)
  expect(read.slice(2)).toEqual(['one', 'two'])
  publish('topics', null)
  publish('topics', 'known')
  expect(read).toHaveLength(4)
})

test('of a new resource it is asked where it is: a library is read again once, another project is nobody’s concern', async () => {
  const { publish, read, lookedUp, wait } = follow()
  for (const id of ['fresh', 'elsewhere', 'unreadable', 'fresh']) publish('folders', id)
  publish('folders', 'gone', null)
  await wait()
  expect(lookedUp).toEqual(['fresh', 'elsewhere', 'unreadable', 'gone'])
  expect(read).toEqual(['two'])
})

test('of a new resource whose version the teller does not know, as of all that was missed, it is asked as well', async () => {
  const { publish, read, lookedUp, wait } = follow()
  publish('checklists', 'fresh', null)
  await wait()
  expect([lookedUp, read]).toEqual([['fresh'], ['two']])
})

test('of many new ones at once nothing is asked: all that is shown is read again; and nothing any more when it has ended', async () => {
  const { handler, publish, read, lookedUp, wait } = follow()
  for (let at = 0; at < 11; at++) publish('checklists', `new ${at}`)
  await wait()
  expect([lookedUp, read]).toEqual([[], ['one', 'two']])
  publish('checklists', 'fresh')
  handler.end()
  await wait()
  expect(lookedUp).toEqual([])
})
