import { z } from 'zod'

/** The state of a project that is being created from a template; null once it is complete. Our addition. */
export const creationStates = ['making', 'failed'] as const
export const creationState = z.enum(creationStates)
