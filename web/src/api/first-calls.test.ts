import { customerDomains } from '@lintel/contract/customers/domains'
import { readAccessMatrix } from '@lintel/contract/people/access-matrix'
import { reportBrowserLocale } from '@lintel/contract/people/browser-locale'
import { readCurrentUser } from '@lintel/contract/people/users'
import { addFavourite, removeFavourite } from '@lintel/contract/projects/favourite-project'
import { readHome } from '@lintel/contract/projects/home'
import { projectLinks } from '@lintel/contract/projects/project-links'
import { clusterConfiguration } from '@lintel/contract/settings/cluster-configuration'
import { userSettings } from '@lintel/contract/settings/user-settings'
import { expect, test } from 'vitest'
import { firstCalls, firstResources } from './first-calls'

test('what the first screen asks is what the contract declares', () => {
  const calls = {
    readAccessMatrix,
    readHome,
    readCurrentUser,
    reportBrowserLocale,
    addFavourite,
    removeFavourite,
  }
  const declared = Object.entries(calls).map(([name, { method, path }]) => [name, { method, path }])
  expect(firstCalls).toEqual(Object.fromEntries(declared))
  const resources = Object.entries({ clusterConfiguration, customerDomains, projectLinks, userSettings }).map(
    ([name, resource]) => {
      const { type, path, maxPageSize } = resource
      return [name, { type, path, maxPageSize }]
    },
  )
  expect(firstResources).toEqual(Object.fromEntries(resources))
})
