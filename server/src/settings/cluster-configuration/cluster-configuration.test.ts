import { clusterConfiguration } from '@lintel/contract/settings/cluster-configuration'
import { expect, test } from 'vitest'
import { expectJsonApi } from '../../../test/expect-json-api'
import { world } from '../../../test/world'

const { as, anonymous } = await world()

const passwordRequirements = {
  minimumLength: 15,
  minimumLowercase: 0,
  minimumUppercase: 0,
  minimumDigits: 0,
  minimumSymbols: 0,
}

test('anybody reads what the sign-in page needs, and nothing else', async () => {
  const read = await anonymous.get(clusterConfiguration, 'current')
  const { id, version } = { id: 'current', version: 1 }
  expect(read).toEqual({
    id,
    version,
    passwordRequirements,
    environment: 'local',
    isSmtpEnabled: false,
    canRegister: true,
    outbox: '/dev/outbox',
  })
  const { anonymous: visitor } = await world({ environment: 'onpremise', smtpUrl: 'smtp://127.0.0.1:1' })
  expect(await visitor.get(clusterConfiguration, 'current')).toEqual({
    id,
    version,
    passwordRequirements,
    environment: 'onpremise',
    canRegister: true,
    isSmtpEnabled: true,
  })
})

test('who is signed in reads what the installation allows', async () => {
  expect(await as('mei').get(clusterConfiguration, 'current')).toMatchObject({
    id: 'current',
    version: 1,
    canAddUsers: true,
    isMfaEnabled: true,
    isSmtpEnabled: false,
    environment: 'local',
    safeNextUrls: [],
    passwordRequirements,
  })
})

test('the sign-in page learns the domain that usernames end in, where there is one', async () => {
  const { anonymous: visitor } = await world({ domainSuffix: '@nordbygg.example' })
  expect(await visitor.get(clusterConfiguration, 'current')).toMatchObject({ domainSuffix: '@nordbygg.example' })
})

test.each(['development', 'staging', 'production'] as const)(
  'no suffix is published in %s, which appends none',
  async (environment) => {
    // The host of injected requests.
    const publicUrl = 'http://localhost'
    const { anonymous: visitor } = await world({
      domainSuffix: '@nordbygg.example',
      environment,
      publicUrl,
      hosts: ['localhost:80'],
    })
    const shown = await visitor.get(clusterConfiguration, 'current')
    expect(shown.environment).toBe(environment)
    expect(shown).not.toHaveProperty('domainSuffix')
  },
)

test('whoever cannot sign in learns whom to write to, where there is somebody', async () => {
  const { anonymous: visitor } = await world({ supportMail: 'help@nordbygg.example' })
  expect(await visitor.get(clusterConfiguration, 'current')).toMatchObject({ supportMail: 'help@nordbygg.example' })
})

test('the address of the collection is the one configuration, under both versions', async () => {
  for (const path of clusterConfiguration.paths) {
    const answered = await anonymous.inject({ url: path })
    expectJsonApi(answered)
    expect(answered.json().data).toMatchObject({
      type: 'cluster-configuration',
      id: 'current',
      attributes: { passwordRequirements },
    })
  }
})

test('there is no other, and nobody changes it', async () => {
  await expect(as('staff').get(clusterConfiguration, 'other')).rejects.toMatchObject({ code: 'notFound' })
  for (const method of ['POST', 'PATCH', 'DELETE'] as const) {
    const url = method === 'POST' ? clusterConfiguration.path : `${clusterConfiguration.path}/current`
    expect((await as('staff').inject({ method, url })).statusCode).toBe(405)
  }
})

test('the rules are those of the installation', async () => {
  const rules = { ...passwordRequirements, minimumLength: 20 }
  const strict = await world({
    passwordRequirements: rules,
    canAddUsers: false,
    mfa: false,
    smtpUrl: 'smtp://127.0.0.1:1',
  })
  expect(await strict.as('mei').get(clusterConfiguration, 'current')).toMatchObject({
    passwordRequirements: rules,
    canAddUsers: false,
    isMfaEnabled: false,
    canRegister: false,
    isSmtpEnabled: true,
  })
})
