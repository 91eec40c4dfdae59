/** The address below which all calls about identity providers lie (account-portal chapter 4). */
export const federationBase = '/mgw/api/v2/federation'
