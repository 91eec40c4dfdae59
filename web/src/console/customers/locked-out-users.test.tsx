import { type ReactElement, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { allPropsOf, renderForm } from '../../../test/render-form'
import { WithoutLoginMethod } from '../../shell/affected-people'
import { LockedOutUsers } from './locked-out-users'

test('who would be locked out stays until the answer for other login methods is here', async () => {
  const answers: (() => void)[] = []
  vi.stubGlobal('fetch', async () => {
    await new Promise<void>((resolve) => answers.push(resolve))
    return Response.json({ withoutLoginMethod: { count: answers.length, named: [] } })
  })
  const { change, current } = await renderForm(() => {
    const [loginMethods, choose] = useState(['google'])
    return { choose, region: LockedOutUsers({ customer: 'north', loginMethods }) as ReactElement }
  })
  const shown = () => allPropsOf(WithoutLoginMethod, current().region).map(({ people }) => people.count)
  /** Lets answers come; what they change is rendered afterwards. */
  const rest = () => change(() => new Promise((resolve) => setTimeout(resolve, 20)))
  const eventually = <T,>(read: () => T) =>
    expect.poll(async () => {
      await rest()
      return read()
    })
  expect(current().region).toMatchObject({ props: { 'aria-live': 'polite' } })
  await eventually(() => answers.length).toBe(1)
  answers[0]?.()
  await eventually(shown).toEqual([1])
  await change(({ choose }) => choose(['partner']))
  await eventually(() => answers.length).toBe(2)
  expect(shown()).toEqual([1])
  answers[1]?.()
  await eventually(shown).toEqual([2])
})
