/** Stands for a new record in addresses (admin-console chapter 2); never an id on the wire. */
export const newRecord = '-1'
