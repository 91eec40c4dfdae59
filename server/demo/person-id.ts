import { demoId } from './ids'

/** The internal id of the demo person with this address. */
export const personId = (email: string): string => demoId('person', email)
