/**
 * The methods of an effective list while the customer requires a second factor: without the password alone. An empty list allows all of
 * `known`. The database has the same rule as `customer_login_methods`.
 */
export const methodsWithSecondFactor = (list: readonly string[], known: readonly string[]): readonly string[] => [
  ...new Set((list.length > 0 ? list : known).map((method) => (method === 'COGNITO' ? 'COGNITO_MFA' : method))),
]
