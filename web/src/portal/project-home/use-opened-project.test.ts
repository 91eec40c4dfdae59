import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { drawForm } from '../../api/form/draw-form'
import { useOpenedProject } from './use-opened-project'

test('each project that is opened on the screen is noted as opened, and once', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit) => {
    asked.push(`${method} ${address}`)
    return new Response(undefined, { status: 204 })
  })
  const { drawn, change } = await drawForm(() => {
    const [project, open] = useState('harbour')
    const [, drawAgain] = useState(0)
    useOpenedProject(project)
    return { open, drawAgain }
  })
  await expect.poll(() => asked).toEqual(['POST /mgw/api/v2/projects/harbour/opened'])
  await change(() => drawn().drawAgain(1))
  await change(() => drawn().open('quay'))
  await expect
    .poll(() => asked)
    .toEqual(['POST /mgw/api/v2/projects/harbour/opened', 'POST /mgw/api/v2/projects/quay/opened'])
})
