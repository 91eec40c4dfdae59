import type { ReactElement } from 'react'
import { expect, test } from 'vitest'
import { renderForm } from '../../../test/render-form'
import { useAnnouncement } from './use-announcement'

test('a text that is announced again is a new element of the same region', async () => {
  const { current, change } = await renderForm(useAnnouncement)
  const announced = () => (current().region.props as { children: ReactElement<{ children: string }> }).children
  const keys: unknown[] = []
  for (let time = 0; time < 2; time += 1) {
    await change(({ announce }) => announce('2 cells copied'))
    expect(announced().props.children).toBe('2 cells copied')
    keys.push(announced().key)
  }
  expect(keys[0]).not.toBe(keys[1])
})
