import { afterEach, expect, test, vi } from 'vitest'
import { libraryFollower } from './library-follower'

afterEach(() => vi.useRealTimers())

const projects: Readonly<Record<string, string>> = { known: 'one', fresh: 'two', elsewhere: 'site' }

function follow() {
  vi.useFakeTimers()
  const [read, asked]: [string[], string[]] = [[], []]
  const follower = libraryFollower({
    libraries: ['one', 'two'],
    holderOf: (id) => (id === 'known' ? 'one' : undefined),
    async projectOf(id) {
      asked.push(id)
      if (!(id in projects)) throw new Error('404')
      return projects[id]
    },
    readAgain: (library) => void read.push(library),
  })
  const told = (type: string, id: string | null, version: number | null = 1) => follower.onChange({ type, id, version })
  return { follower, told, read, asked, wait: () => vi.advanceTimersByTimeAsync(1_000) }
}

test('what is known is read again at once, and several that were changed in one step as well', () => {
  const { told, read } = follow()
  told('checklists', 'known', 2)
  told('workflows', 'known', null)
  expect(read).toEqual(['one', 'one'])
  told('checklists', null)
  expect(read.slice(2)).toEqual(['one', 'two'])
  told('topics', null)
  told('topics', 'known')
  expect(read).toHaveLength(4)
})

test('of a new resource it is asked where it is: a library is read again once, another project is nobody’s concern', async () => {
  const { told, read, asked, wait } = follow()
  for (const id of ['fresh', 'elsewhere', 'unreadable', 'fresh']) told('folders', id)
  told('folders', 'gone', null)
  await wait()
  expect(asked).toEqual(['fresh', 'elsewhere', 'unreadable', 'gone'])
  expect(read).toEqual(['two'])
})

test('of a new resource whose version the teller does not know, as of all that was missed, it is asked as well', async () => {
  const { told, read, asked, wait } = follow()
  told('checklists', 'fresh', null)
  await wait()
  expect([asked, read]).toEqual([['fresh'], ['two']])
})

test('of many new ones at once nothing is asked: all that is shown is read again; and nothing any more when it has ended', async () => {
  const { follower, told, read, asked, wait } = follow()
  for (let at = 0; at < 11; at++) told('checklists', `new ${at}`)
  await wait()
  expect([asked, read]).toEqual([[], ['one', 'two']])
  told('checklists', 'fresh')
  follower.end()
  await wait()
  expect(asked).toEqual([])
})
