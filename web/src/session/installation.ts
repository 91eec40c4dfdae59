import type { clusterConfiguration, clusterConfigurationId } from '@lintel/contract/settings/cluster-configuration'
import { firstResources } from '../api/first-calls'
import { one } from '../api/resource'

const current: typeof clusterConfigurationId = 'current'

/** The configuration of this installation; parts of it are available only when signed in. */
export const installation = one<typeof clusterConfiguration>(firstResources.clusterConfiguration, current)
