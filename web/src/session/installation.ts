import { clusterConfiguration, clusterConfigurationId } from '@lintel/contract/settings/cluster-configuration'
import { one } from '../api/resource'

/** What this installation allows; where it runs is told to people who are signed in. */
export const installation = one(clusterConfiguration, clusterConfigurationId)
