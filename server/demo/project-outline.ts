/** A project as the demo tells it; what is left out is as it is for most projects. */
export interface ProjectOutline {
  /** The customer's own project number, and how the demo calls the project. */
  number: string
  name: string
  description?: string
  /** Email of the owner. */
  owner: string
  status?: 'Starting' | 'Stopped' | 'Crashed'
  /** Days since it was hibernated. */
  hibernated?: number
  /** Days since it was deleted. */
  deleted?: number
  isLibrary?: true
  isTemplate?: true
  isDefaultTemplate?: true
  /** Number of the project that it was made from. */
  templateProject?: string
  /** Login methods that its members are limited to. */
  providers?: readonly string[]
  /** It is being made from its template, or making it failed. */
  creation?: 'making' | 'failed'
  /** Days of the trial that are left. */
  trialDays?: number
  /** Days since it began. */
  age: number
}
