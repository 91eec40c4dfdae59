import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { longRunning, savesSettled } from './saves-settled'

test('waits for every save that is under way, and for what is done with its answer', async () => {
  const queries = new QueryClient()
  const order: string[] = []
  const answers: (() => void)[] = []
  const save = (name: string) =>
    new MutationObserver(queries, {
      mutationFn: () => new Promise<void>((resolve) => answers.push(resolve)),
      onSuccess: () => void order.push(name),
    })
      .mutate()
      .then(() => undefined)
  const saves = [save('first'), save('second')]
  const settled = savesSettled(queries).then(() => order.push('settled'))
  await Promise.resolve()
  answers[1]?.()
  await saves[1]
  expect(order).toEqual(['second'])
  answers[0]?.()
  await Promise.all([...saves, settled])
  expect(order).toEqual(['second', 'first', 'settled'])
})

test('where nothing is being saved, there is nothing to wait for', async () => {
  await expect(savesSettled(new QueryClient())).resolves.toBeUndefined()
})

test('what goes on for long is not waited for, also when it has begun before the others', async () => {
  const queries = new QueryClient()
  let finish = () => {}
  const start = longRunning(
    () =>
      new Promise<void>((resolve) => {
        finish = resolve
      }),
  )
  const started = new MutationObserver(queries, { mutationFn: start }).mutate()
  await expect(savesSettled(queries)).resolves.toBeUndefined()
  const order: string[] = []
  const saved = new MutationObserver(queries, { mutationFn: async () => void order.push('saved') }).mutate()
  await savesSettled(queries)
  expect(order).toEqual(['saved'])
  finish()
  await Promise.all([started, saved])
})
