/** The outline of a project; omitted fields have the common value. */
export interface ProjectOutline {
  /** The customer's project number, which identifies the project in the demo. */
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
  /** Number of the project that it was created from. */
  templateProject?: string
  /** Login methods that its members are limited to. */
  providers?: readonly string[]
  /** Whether its creation from a template is running or has failed. */
  creation?: 'making' | 'failed'
  /** Remaining days of the trial. */
  trialDays?: number
  /** Days since it was created. */
  age: number
}
