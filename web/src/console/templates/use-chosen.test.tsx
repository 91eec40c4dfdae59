import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderForm } from '../../../test/render-form'
import { Templates } from './templates'
import type { TemplatesSearch } from './templates-view'
import { useChosen } from './use-chosen'

test('the template that was shown first stays when another becomes the first, and is missing once it is deleted', async () => {
  const { current, change } = await renderForm(() => {
    const [ids, setIds] = useState<string[]>([])
    const [chosenId, choose] = useState<string>()
    const { record, isMissing } = useChosen(
      ids.map((id) => ({ id })),
      chosenId,
    )
    return { setIds, choose, shown: record?.id, isMissing }
  })
  expect(current()).toMatchObject({ shown: undefined, isMissing: false })
  await change(({ setIds }) => setIds(['b', 'c']))
  expect(current()).toMatchObject({ shown: 'b', isMissing: false })
  await change(({ setIds }) => setIds(['a', 'b', 'c']))
  expect(current()).toMatchObject({ shown: 'b', isMissing: false })
  await change(({ setIds }) => setIds(['a', 'c']))
  expect(current()).toMatchObject({ shown: undefined, isMissing: true })
  await change(({ choose }) => choose('c'))
  expect(current()).toMatchObject({ shown: 'c', isMissing: false })
  await change(({ choose }) => choose('gone'))
  expect(current()).toMatchObject({ shown: undefined, isMissing: true })
})

test('what was chosen of a customer is not looked for at the next one', async () => {
  const changes: TemplatesSearch[] = []
  const { change } = await renderForm(() => {
    const [customer, setCustomer] = useState<{ id: string; name: string } | undefined>({ id: 'north', name: 'North' })
    Templates({
      ...{ customer, selector: null, mayCreateProject: true, search: { template: 't' } },
      onSearch: (changed) => changes.push(changed),
    })
    return { setCustomer }
  })
  await change(({ setCustomer }) => setCustomer({ id: 'north', name: 'North AS' }))
  expect(changes).toEqual([])
  await change(({ setCustomer }) => setCustomer({ id: 'south', name: 'South' }))
  expect(changes).toEqual([{ template: undefined, library: undefined, search: undefined }])
})
