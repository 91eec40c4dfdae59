import { useState } from 'react'
import { expect, test } from 'vitest'
import { propsOf, renderForm } from '../../../test/render-form'
import { CustomerTemplates } from './customer-templates'
import { Templates } from './templates'
import type { TemplatesSearch } from './templates-view'
import { useChosen } from './use-chosen'

/** What is shown of a list of ids. */
const openList = () =>
  renderForm(() => {
    const [ids, setIds] = useState<string[]>([])
    const [chosenId, choose] = useState<string>()
    const { record, isMissing, forget } = useChosen(
      ids.map((id) => ({ id })),
      chosenId,
    )
    return { setIds, choose, forget, shown: record?.id, isMissing }
  })

test('the template that was shown first stays when another becomes the first, and is missing once it is deleted', async () => {
  const { current, change } = await openList()
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

test('after one that was deleted here the first is shown, whether it was chosen or was the first itself', async () => {
  const { current, change } = await openList()
  await change(({ setIds }) => setIds(['b', 'c', 'd']))
  await change(({ forget }) => forget('b'))
  expect(current()).toMatchObject({ shown: 'b', isMissing: false })
  await change(({ setIds }) => setIds(['c', 'd']))
  expect(current()).toMatchObject({ shown: 'c', isMissing: false })
  await change(({ setIds }) => setIds(['a', 'c', 'd']))
  expect(current()).toMatchObject({ shown: 'c', isMissing: false })

  await change(({ choose }) => choose('d'))
  await change(({ forget }) => forget('d'))
  await change(({ setIds }) => setIds(['a', 'c']))
  expect(current()).toMatchObject({ shown: 'a', isMissing: false })
  await change(({ choose }) => choose(undefined))
  expect(current()).toMatchObject({ shown: 'a', isMissing: false })
  await change(({ setIds }) => setIds(['c']))
  expect(current()).toMatchObject({ shown: undefined, isMissing: true })
})

test('once a list had none, the next one is shown, whoever deleted the last', async () => {
  const { current, change } = await openList()
  await change(({ setIds }) => setIds(['a']))
  await change(({ setIds }) => setIds([]))
  expect(current()).toMatchObject({ shown: undefined, isMissing: false })
  await change(({ setIds }) => setIds(['b']))
  expect(current()).toMatchObject({ shown: 'b', isMissing: false })
})

test('what was chosen of a customer is left out until the address is without it', async () => {
  const { current, change } = await renderForm(() => {
    const [customer, setCustomer] = useState<{ id: string; name: string } | undefined>({ id: 'north', name: 'North' })
    const [search, setSearch] = useState<TemplatesSearch>({ template: 't', search: 'door' })
    const screen = Templates({
      ...{ customer, selector: null, mayCreateProject: true, search },
      onSearch: () => undefined,
    })
    return { setCustomer, setSearch, shown: () => propsOf(CustomerTemplates, screen).search }
  })
  expect(current().shown()).toMatchObject({ template: 't', search: 'door' })
  await change(({ setCustomer }) => setCustomer({ id: 'north', name: 'North AS' }))
  expect(current().shown()).toMatchObject({ template: 't', search: 'door' })
  await change(({ setCustomer }) => setCustomer(undefined))
  await change(({ setCustomer }) => setCustomer({ id: 'south', name: 'South' }))
  expect(current().shown()).toEqual({ template: undefined, library: undefined, search: undefined })
  await change(({ setSearch }) => setSearch({}))
  // A link to a template of another customer.
  await change(({ setSearch }) => setSearch({ template: 't', search: 'door' }))
  expect(current().shown()).toMatchObject({ template: 't' })
})
