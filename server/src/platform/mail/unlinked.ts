import { emailPattern } from '@lintel/contract/jsonapi/email-pattern'

const wordJoiner = '\u2060'

/**
 * Prevents mail clients from turning a name into a link: whoever names a project or themselves could lead the recipients of our mails to a
 * site of theirs. An invisible word joiner follows the dots and colons of what looks like a web address; email addresses stay as they are.
 */
export const unlinked = (name: string): string =>
  name.replaceAll(/\S+/gu, (word) =>
    emailPattern.test(word.replaceAll(/^[(<]+|[)>:;,.]+$/g, ''))
      ? word
      : word
          .replaceAll(/(?<=[\p{L}\p{M}\p{N}])\.(?=[\p{L}\p{M}]{2})/gu, `.${wordJoiner}`)
          .replaceAll('://', `:${wordJoiner}//`),
  )
