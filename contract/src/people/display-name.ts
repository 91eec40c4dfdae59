/** The name if longer than one character, else the email (account-portal chapter 3, admin-console chapter 3). */
export const displayName = ({ name, email }: { name: string; email: string }): string =>
  name.length > 1 ? name : email
