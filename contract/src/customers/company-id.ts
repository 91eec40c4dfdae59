/**
 * Normalises a typed company id for the comparison with provider ids: lower case, only letters and digits (account-portal chapter 5). Empty
 * when nothing remains.
 */
export const companyIdOf = (typed: string): string => typed.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
