/**
 * The company id that somebody typed, as it is compared with the ids of providers: lower case, nothing but letters and
 * digits (account-portal chapter 5). Empty when nothing is left of it.
 */
export const companyIdOf = (typed: string): string => typed.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
