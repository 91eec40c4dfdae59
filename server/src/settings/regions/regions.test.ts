import { listRegions } from '@lintel/contract/settings/regions'
import { expect, test } from 'vitest'
import { world } from '../../../test/world'

test('anybody reads the regions, as they are configured', async () => {
  const regions = [
    { subdomain: 'app', title: 'Europe', distinctiveLanguages: ['nb', 'sv'], isDefault: true },
    { subdomain: 'us', title: 'America', distinctiveLanguages: [], isDefault: false },
  ]
  const { anonymous } = await world({ regions })
  expect(await anonymous.call(listRegions)).toEqual(regions)
})

test('without a configuration there is one region, the default', async () => {
  const { anonymous } = await world()
  expect(await anonymous.call(listRegions)).toMatchObject([{ subdomain: 'app', isDefault: true }])
})
