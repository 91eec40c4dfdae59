import { features } from '@lintel/contract/projects/features'
import { all } from '../../api/resource'

/** The features that there are, in the platform's order. */
export const everyFeature = all(features)
