import { pendingLoginFor } from '../../session/external-login'

/**
 * The display name of a provider: the one stored when the redirect began, else the one of the sign-in page, else its
 * id. Never fails, because a missing name is not worth an error.
 */
export async function providerName(id: string): Promise<string> {
  const pendingName = pendingLoginFor(id)?.name
  if (pendingName !== undefined) return pendingName
  try {
    const response = await fetch('/mgw/api/v3/sso-providers?page[size]=200')
    const { data } = (await response.json()) as { data: { id: string; attributes: { name: string } }[] }
    return data.find((provider) => provider.id === id)?.attributes.name ?? id
  } catch {
    return id
  }
}
