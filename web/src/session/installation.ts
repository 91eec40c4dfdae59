import type { clusterConfiguration, clusterConfigurationId } from '@lintel/contract/settings/cluster-configuration'
import { firstResources } from '../api/first-calls'
import { one } from '../api/resource'

const current: typeof clusterConfigurationId = 'current'

/** What this installation allows; where it runs is told to people who are signed in. */
export const installation = one<typeof clusterConfiguration>(firstResources.clusterConfiguration, current)
