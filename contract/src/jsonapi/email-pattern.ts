/**
 * The specification's simple pattern of an email address (account-portal chapter 5): what people sign in with, and what mail is
 * sent to. Alone in its file, without zod: the
 * sign-in page checks with it and must stay small.
 */
export const emailPattern = /^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}$/

/**
 * The same for people who are new (security S16): dots stand between words, and no part of the domain begins or ends with a
 * dash. `.a@b.com`, `a..b@c.com` and `a@-b.com` reach nobody.
 */
export const newEmailPattern =
  /^[A-Za-z0-9_%+-]+(?:\.[A-Za-z0-9_%+-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z]{2,}$/
