/**
 * The specification's simple pattern of an email address (account-portal chapter 5). Alone in its file, without zod: the
 * sign-in page checks with it and must stay small.
 */
export const emailPattern = /^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}$/
