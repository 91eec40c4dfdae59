import { z } from 'zod'

/** How far a project is that begins with the content of a template; null once it is complete. Our addition. */
export const creationStates = ['making', 'failed'] as const
export const creationState = z.enum(creationStates)
