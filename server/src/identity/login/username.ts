import { loginEmail } from '@lintel/contract/identity/login'
import type { Configuration } from '../../platform/configuration'

/** The email that a typed username stands for; only installations of one organisation complete it (chapter 5). */
export function emailOf(username: string, { environment, domainSuffix }: Configuration): string {
  const completes = environment === 'onpremise' || environment === 'deploy' || environment === 'local'
  return loginEmail(username, completes ? domainSuffix : undefined)
}
