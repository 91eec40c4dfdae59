import { features } from '@lintel/contract/projects/features'
import { all } from '../../api/resource'

/** All features, in the platform's order. */
export const allFeatures = all(features)
