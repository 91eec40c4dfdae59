import { safeFetch } from '../../src/identity/federation/safe-fetch'

/**
 * Requests the URLs of the command line as identity providers are requested, and prints for each the status or the
 * error.
 */
for (const address of process.argv.slice(2)) {
  const response = safeFetch({ loopback: true, privateHosts: [] }, performance.now() + 5_000)(address, {
    method: 'GET',
    headers: {},
    redirect: 'manual',
    body: undefined,
  })
  console.log(await response.then(({ status }) => String(status)).catch(({ message }: Error) => message))
}
