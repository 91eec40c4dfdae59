import { exportUsersJson, exportUsersSpreadsheet, usersSpreadsheetName } from '@lintel/contract/exchange/users-export'
import { callAddress } from '@lintel/contract/jsonapi/call'
import { download } from '../../api/download'

/** Downloads the users of a customer as `report.xlsx` (admin-console chapter 7) or as JSON. Fails like `download`. */
export const exportUsers = (customer: string, format: 'xlsx' | 'json'): Promise<void> =>
  format === 'xlsx'
    ? download(callAddress(exportUsersSpreadsheet, {}, { customer }), usersSpreadsheetName)
    : download(callAddress(exportUsersJson, {}, { customer }), 'users.json')
