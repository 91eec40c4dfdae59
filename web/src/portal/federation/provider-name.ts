import { departureFor } from '../../session/external-login'

/**
 * What a provider is called on screen: as it was when the person left for it, else as the sign-in page would show it, else
 * its id. Never fails: a name is not worth an error.
 */
export async function providerName(id: string): Promise<string> {
  const known = departureFor(id)?.name
  if (known !== undefined) return known
  try {
    const answer = await fetch('/mgw/api/v3/sso-providers')
    const { data } = (await answer.json()) as { data: { id: string; attributes: { name: string } }[] }
    return data.find((provider) => provider.id === id)?.attributes.name ?? id
  } catch {
    return id
  }
}
