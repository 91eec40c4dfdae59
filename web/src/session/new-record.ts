/** The id of a new record in addresses (admin-console chapter 2); never used in the API. */
export const newRecord = '-1'
