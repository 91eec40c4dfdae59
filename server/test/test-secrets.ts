import { openSecrets, type Secrets } from '../src/platform/secrets'

/** What seals the secrets of every test database, the demo world's included. */
export const testSecretKey = 'the key of the tests protects nothing at all'

export const testSecrets = (): Secrets =>
  openSecrets({ secretKey: testSecretKey, dataDirectory: '', environment: 'local' })
