/** Who asks the support, and for what. */
export interface SupportRequest {
  email: string
  name: string
  message: string
}

/**
 * The address of the support chat with a request filled in: `{email}`, `{name}` and `{message}` in the operator's address
 * stand for it, each percent-encoded, so that nothing in a name can become another part of the address.
 */
export const chatAddress = (chat: string, request: SupportRequest): string =>
  chat.replaceAll(/\{(email|name|message)\}/g, (_, part: keyof SupportRequest) =>
    encodeURIComponent(request[part].replaceAll(/\p{Surrogate}/gu, '\ufffd')),
  )
