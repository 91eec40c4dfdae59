import { useState } from 'react'
import { expect, test } from 'vitest'
import { allPropsOf, renderForm } from '../../../test/render-form'
import { SkeletonRows } from '../../ui/skeleton-rows'
import { MissingChoice } from './missing-choice'

test('a choice is said to be missing once the list was read, and goes on being said while it is read again', async () => {
  const { current, change } = await renderForm(() => {
    const [isReading, setReading] = useState(true)
    return { setReading, shown: MissingChoice({ of: 'template', isReading }) }
  })
  const isLoading = () => allPropsOf(SkeletonRows, current().shown).length > 0
  const isAlerted = () => allPropsOf<{ role?: string }>('section' as never, current().shown)[0]?.role === 'alert'
  expect([isLoading(), isAlerted()]).toEqual([true, false])
  for (const isReading of [false, true, false]) {
    await change(({ setReading }) => setReading(isReading))
    expect([isLoading(), isAlerted()]).toEqual([false, true])
  }
})
