import { openSecrets, type Secrets } from '../src/platform/secrets'

/** The key that encrypts the secrets of every test database, including the demo world's. */
export const testSecretKey = 'the key of the tests protects nothing at all'

export const testSecrets = (): Secrets =>
  openSecrets({ secretKey: testSecretKey, dataDirectory: '', environment: 'local' })
