import { expect, test } from 'vitest'
import { PersonGates } from './person-gates'

function held() {
  let release: (() => void) | undefined
  const ended = new Promise<void>((resolve) => {
    release = resolve
  })
  return { work: () => ended, release: () => release?.() }
}

test('I6: so much of one person runs and waits, the next is refused; another person is not affected', async () => {
  const gates = new PersonGates({ running: 2, waiting: 1 })
  const [first, second] = [held(), held()]
  const started: string[] = []
  const run = (person: string, name: string, work: () => Promise<unknown> = async () => undefined) =>
    gates.run(person, () => {
      started.push(name)
      return work()
    })
  const running = [run('anna', 'first', first.work), run('anna', 'second', second.work)]
  const waiting = run('anna', 'third')
  await expect(run('anna', 'fourth')).rejects.toMatchObject({ code: 'overloaded' })
  await run('ben', 'of ben')
  expect(started).toEqual(['first', 'second', 'of ben'])
  first.release()
  await waiting
  expect(started).toEqual(['first', 'second', 'of ben', 'third'])
  second.release()
  await Promise.all(running)
})

test('work that fails gives its slot back', async () => {
  const gates = new PersonGates({ running: 1, waiting: 0 })
  await expect(gates.run('anna', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await gates.run('anna', async () => 'done')).toBe('done')
})
