import { demoId } from './demo-id'

/** The internal id of the demo person with this email. */
export const personId = (email: string): string => demoId('person', email)
