/**
 * The specification's simple pattern of an email address (account-portal chapter 5), for sign-in names and mail recipients. In a file of
 * its own, without zod, because the sign-in page uses it and must stay small.
 */
export const emailPattern = /^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}$/

/**
 * The stricter pattern for new people (security S16): no leading, trailing or double dots, and no part of the domain begins or ends with a
 * hyphen. `.a@b.com`, `a..b@c.com` and `a@-b.com` reach nobody.
 */
export const newEmailPattern =
  /^[A-Za-z0-9_%+-]+(?:\.[A-Za-z0-9_%+-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z]{2,}$/
