/** A request to the support: who asks, and what for. */
export interface SupportRequest {
  email: string
  name: string
  message: string
}

/**
 * The address of the support chat with `{email}`, `{name}` and `{message}` filled in, each percent-encoded, so that no
 * value can become another part of the address.
 */
export const chatAddress = (chat: string, request: SupportRequest): string =>
  chat.replaceAll(/\{(email|name|message)\}/g, (_, part: keyof SupportRequest) =>
    encodeURIComponent(request[part].replaceAll(/\p{Surrogate}/gu, '\ufffd')),
  )
