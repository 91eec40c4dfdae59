import { safeFetch } from '../../src/identity/federation/safe-fetch'

/** Asks the addresses of the command line as providers are asked, and prints for each its status or why it was not reached. */
for (const address of process.argv.slice(2)) {
  const asked = safeFetch({ loopback: true, privateHosts: [] }, performance.now() + 5_000)(address, {
    method: 'GET',
    headers: {},
    redirect: 'manual',
    body: undefined,
  })
  console.log(await asked.then(({ status }) => String(status)).catch(({ message }: Error) => message))
}
